"""Histories that providers are known to have refused: what Crosswire says of each, and by which rule.

The histories are in an optional folder beside the checkout; without it these tests are skipped. What stands
for each class of them in every run is in tests/cases/refusals and in the tests of the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import crosswire
import pytest
from tests.shared_corpus import DATA, needs_data

pytestmark = [needs_data, pytest.mark.thorough]

DOUBTED = {
    "ollama-content-null": "Ollama takes null beside calls since 2025-08, so that the answer is open.",
}
"""Those of which something newer is known."""


@cache
def histories() -> list[dict[str, Any]]:
    return json.loads((DATA / "refused_histories.json").read_text())


def faults(history: dict[str, Any]) -> Iterator[str]:
    """What Crosswire says otherwise than the provider did, or not by the rule that is known."""
    log = crosswire.load(json.dumps(history["document"]).encode())
    [conversation] = log.conversations
    of_log = crosswire.diagnose(conversation)
    for target, accepts in history["expect"].items():
        verdict = crosswire.verdict(conversation, target)
        if verdict.accepts is not accepts:
            yield f"{target} says {verdict.accepts}, not {accepts}"
        if not is_named([*verdict.findings, *of_log], history):
            yield f"{target} does not name {history['rules'] or history['about']}"


def is_named(findings: list[crosswire.Diagnostic], history: dict[str, Any]) -> bool:
    names = set(filter(None, history["rules"].split("|")))
    about = history.get("about")
    told = about and any(re.search(about, found.message, re.IGNORECASE) for found in findings)
    return bool(told) or any(found.name in names for found in findings)


def test_each_refused_history_has_the_known_verdict_and_the_known_rule() -> None:
    found = {history["id"]: list(faults(history)) for history in histories()}
    assert len(found) > 50
    wrong = {name: said for name, said in found.items() if said}
    assert wrong.keys() == DOUBTED.keys(), wrong
