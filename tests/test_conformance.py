"""The conformance suite is what the cases say, and its runner counts what a validator says."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from bench import conformance
from tests.selection import NEEDS_PACKAGES, some_of

RUNNER = conformance.ROOT / "conformance" / "run.py"
SOURCES = sorted(conformance.SOURCES.rglob("*.md"))


def test_the_suite_has_every_case_and_no_other() -> None:
    names = sorted(path.stem for path in conformance.CASES.glob("*.json"))
    assert names == sorted(path.stem for path in SOURCES), "run python -m bench.conformance"


def test_the_suite_is_what_crosswire_finds_today() -> None:
    for path in some_of(SOURCES, 12):
        written = json.loads((conformance.CASES / f"{path.stem}.json").read_text())
        assert written == conformance.made(path), "run python -m bench.conformance"


def ran(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, RUNNER, "--format", "cohere", "--", sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_runner_says_where_a_validator_agrees_and_where_not() -> None:
    cases = [json.loads(text) for text in texts()]
    (case,) = (one for one in cases if one["format"] == "cohere" and one["accepts"] is False)
    asks = "import json, sys; body = json.load(sys.stdin); "
    assert ran(f"{asks}sys.exit(1)").stdout == "1 agrees\n"
    taken = ran(f"{asks}sys.exit(0)")
    assert taken.returncode == 1
    assert taken.stdout.startswith(f"{case['name']}: taken; expected: {case['refusals'][0]['rule']}")
    assert ran(f"{asks}sys.exit(7)").stdout == "1 not judged\n"


def texts() -> list[str]:
    return [path.read_text() for path in sorted(conformance.CASES.glob("*.json"))]


@pytest.mark.thorough
def test_the_report_is_what_the_validators_say_today() -> None:
    pytest.importorskip("mistral_common", reason=NEEDS_PACKAGES)
    pytest.importorskip("langchain_core", reason=NEEDS_PACKAGES)
    written = conformance.REPORT.read_text()
    assert conformance.report([json.loads(text) for text in texts()]) == written
