"""Keeps what the API answers to the tests, for `python -m bench.answers compare`.

    CROSSWIRE_RECORD_ANSWERS=before.jsonl pytest --thorough --hypothesis-seed=0 tests/webapp

The seed gives property tests the same examples in each run.
"""

from __future__ import annotations

import json
import os

from werkzeug.test import TestResponse

FILE = "CROSSWIRE_RECORD_ANSWERS"
"""Names, in the environment, the file to which answers are added; without it none is kept."""


def keep(answer: TestResponse) -> None:
    """Add an answer as a line of JSON: the test, what it asked, and what it got, verbatim."""
    path = os.environ.get(FILE)
    if path is None:
        return
    asked = answer.request
    row = {
        "test": os.environ["PYTEST_CURRENT_TEST"],
        "method": asked.method,
        "path": asked.full_path.rstrip("?"),
        "status": answer.status_code,
        "body": answer.text,
    }
    with open(path, "ab", buffering=0) as file:  # one write, so that processes may share the file
        file.write(json.dumps(row).encode() + b"\n")
