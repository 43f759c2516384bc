"""The matrix that this project began with: what is told of it stands in it, and of today, is so."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest

import crosswire
from bench.research.first_matrix import (
    AT_A_GLANCE,
    BINARY,
    IDENTIFIERS,
    LISTS,
    NAMES,
    SCENARIOS,
    THEN,
    Scenario,
    steps,
)
from crosswire.capabilities import BY_NAME, State, holding

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT.parent / "shared" / "seeds" / "001_0d26f9562d275a48.txt"
FOUR = ["anthropic", "openai-responses", "openai-chat", "gemini"]
TABLES = {
    "at a glance": AT_A_GLANCE,
    "identifiers": IDENTIFIERS,
    "binary": BINARY,
    "names": NAMES,
    "lists": LISTS,
}
CLAIMS = [claim for table in TABLES.values() for claim in table]


@pytest.fixture(scope="module")
def document() -> str:
    if not DOCUMENT.exists():
        pytest.skip("The first matrix is not here: there is no folder ../shared/seeds.")
    return DOCUMENT.read_text(encoding="utf-8")


def test_each_table_speaks_of_its_four_providers() -> None:
    for title, table in TABLES.items():
        assert list(dict.fromkeys(claim.format for claim in table)) == FOUR, title
    for table in (AT_A_GLANCE, IDENTIFIERS):
        assert len(table) == 12
        assert len({(claim.format, claim.topic) for claim in table}) == 12


def test_it_has_a_search_and_a_reader_of_pages_for_each_of_the_four() -> None:
    searches = sorted((row.meaning, row.format) for row in THEN)
    assert searches == sorted(product(("web_search", "web_fetch"), FOUR))


def test_what_no_longer_holds_says_what_does_today() -> None:
    for claim in CLAIMS:
        assert claim.said
        assert claim.today or claim.standing == "holds", claim
        assert claim.feature is None or claim.feature in BY_NAME


def test_the_code_in_what_it_says_stands_in_it(document: str) -> None:
    for claim in CLAIMS:
        for code in re.findall(r"`([^`]+)`", claim.said):
            assert code in document, claim


def test_it_has_as_many_things_to_do_and_not_to_do(document: str) -> None:
    for head, word in (("Do", "- Do: "), ("Don't", "- Don't: ")):
        assert sum(claim.topic == head for claim in LISTS) == document.count(word)


def test_results_with_a_picture_are_as_measured() -> None:
    for claim in BINARY:
        measured = holding(BY_NAME["media-in-result"], claim.format)
        assert (measured.best.state is State.HELD) == (claim.standing == "no longer")


def test_lengths_of_names_are_those_of_the_formats() -> None:
    for claim in NAMES:
        assert claim.today.startswith(f"{crosswire.FORMATS[claim.format].NAME_RULE.longest} characters")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.name)
def test_calls_and_results_are_written_as_it_has_them_to_the_letter(
    scenario: Scenario, document: str
) -> None:
    documented = [
        json.loads(block)
        for block in re.findall(r"```json\n(.*?)```", document, re.DOTALL)
        if scenario.call_id in block
    ]
    said = [step for step in steps(scenario) if step.said is not None]
    assert [step.format for step in said] == [format for format in FOUR for _ in range(2)]
    for step in said:
        assert step.agrees, (step.written, step.said)
        if step.format == "gemini" and scenario.name in {"run_shell_command", "read_file"}:
            continue  # its example counts ids otherwise in these two
        assert any(holds(block, step.said) for block in documented), step


def holds(block: object, value: object) -> bool:
    """Whether a value stands in a block: alone, as an element, or as the end of a message."""
    if block == value:
        return True
    if isinstance(block, list):
        return any(holds(one, value) for one in block)
    same_role = isinstance(block, dict) and isinstance(value, dict) and block.get("role") == value.get("role")
    if not same_role or not isinstance(block, dict) or not isinstance(value, dict):
        return False
    mine, theirs = value.get("content"), block.get("content")
    return isinstance(mine, list) and isinstance(theirs, list) and all(one in theirs for one in mine)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.name)
def test_every_format_has_a_call_and_a_result_of_each_scenario(scenario: Scenario) -> None:
    found = steps(scenario)
    assert {step.format for step in found} == set(crosswire.FORMATS)
    for step in found:
        text = json.dumps(step.written)
        assert scenario.name in text or step.what == "result"
        assert scenario.result.split("\n")[0] in text or step.what == "call"


def test_only_mistral_needs_other_ids() -> None:
    for scenario in SCENARIOS:
        for step in steps(scenario):
            assert (scenario.call_id in json.dumps(step.written)) != (step.format == "mistral")
