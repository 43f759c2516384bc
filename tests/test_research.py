"""The documents that this project began with: their pages, and what is said of them."""

from __future__ import annotations

import json
import re
from itertools import pairwise, product
from pathlib import Path

import crosswire
import pytest
from bench.research import first_matrix, survey
from bench.research.first_matrix import AT_A_GLANCE, BINARY, IDENTIFIERS, LISTS, NAMES
from bench.research.id_options import (
    BY_ADAPTER,
    BY_CONSTRUCTOR,
    FILLER,
    ITEM_ID,
    NO_ID,
    NO_PROPERTY,
    NULL,
    PROPOSALS,
    SAME,
    WIRE_ID,
    Option,
    has_wire_id,
    shown_by,
    shown_here,
)
from bench.research.pages import FOLDER, PAGES
from crosswire.capabilities import BY_NAME, State, holding
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.model.call_id import CallId, IdSource
from crosswire.wire_types import BY_SLUG, WIRE_TYPES, specimens
from crosswire.wire_types.wire_type import Category, Role, WireType
from msgspec import structs

SEEDS = Path(__file__).parents[2] / "shared" / "seeds"
FOUR = ["anthropic", "openai-responses", "openai-chat", "gemini"]
CLAIMS = [*AT_A_GLANCE, *IDENTIFIERS, *BINARY, *NAMES, *LISTS]


def document(pattern: str) -> str:
    """One of the documents, where they are at hand."""
    for path in SEEDS.glob(pattern):
        return path.read_text(encoding="utf-8")
    pytest.skip("the documents are not at hand (../shared/seeds)")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_its_script_writes_today(name: str) -> None:
    committed = (FOLDER / name).read_text(encoding="utf-8")
    assert committed == PAGES[name](), f"`python -m bench.research` writes {name} anew."


# The survey


def test_the_survey_lists_58_types_and_counts_13_variants() -> None:
    assert (len(survey.LISTED), len(survey.VARIANTS)) == (58, 13)
    assert sum(row in survey.LISTED for row in survey.MOVED) == 10


def test_every_move_has_its_reason_and_no_reason_is_left_over() -> None:
    assert {row.discriminator.value for row in survey.MOVED} == set(survey._REASONS)


def test_every_row_of_the_survey_is_in_the_registry() -> None:
    listed = {}
    for line, after in pairwise(document("000_*.txt").splitlines()):
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) >= 3 and cells[1] in ("Anthropic", "Azure Foundry", "Gemini", "OpenAI"):
            role, family = (cell.strip() for cell in after.split("|")[:2])
            listed[cells[2]] = (role, family)
    rows = {row.survey.name: (row.role, row.family) for row in survey.LISTED if row.survey}
    assert listed == rows


# The four options


def on_call(row: WireType) -> list[str | None]:
    """What the options show on the call of a type, in their order."""
    return [shown_by(option, row).call for option in Option]


def test_there_is_a_proposal_for_each_option() -> None:
    assert [proposal.option for proposal in PROPOSALS] == list(Option)


def test_what_is_made_up_or_renamed_is_never_called_honest() -> None:
    for option, row in product(Option, WIRE_TYPES):
        shown = shown_by(option, row)
        made = {shown.call, shown.result} & {BY_ADAPTER, BY_CONSTRUCTOR, FILLER, ITEM_ID}
        assert not (shown.honest and made), (option, row.slug)
        assert WIRE_ID not in (shown.call, shown.result) or has_wire_id(row), (option, row.slug)


def test_a_natural_id_is_shown_by_all_options_that_have_a_place_for_it() -> None:
    for row in WIRE_TYPES:
        if row.category is Category.NATURAL:
            shown = [shown_by(option, row) for option in Option]
            with_place = row.family in ("function", "mcp")
            assert [one.honest for one in shown] == [True, True, True, with_place], row.slug
            ids = [one.call or one.result for one in shown]
            assert ids == [WIRE_ID] * 3 + [WIRE_ID if with_place else NO_PROPERTY], row.slug


def test_each_option_shows_something_else_where_the_wire_has_no_id() -> None:
    item = BY_SLUG["openai.code_interpreter_call"]
    assert on_call(item) == [ITEM_ID, NULL, BY_CONSTRUCTOR, NO_PROPERTY]
    assert on_call(BY_SLUG["openai.mcp_call"])[3] == ITEM_ID
    assert on_call(BY_SLUG["gemini.executableCode"])[1] == NULL
    call = BY_SLUG["gemini.functionCall"]
    assert set(on_call(call)) == {WIRE_ID}
    bare = structs.replace(call, example={"functionCall": {"name": "f", "args": {}}})
    assert set(on_call(bare)) == {FILLER}


def test_an_id_that_an_sdk_drops_is_made_anew() -> None:
    row = survey.as_surveyed(BY_SLUG["gemini.toolCall"])
    assert on_call(row)[:2] == [BY_ADAPTER, NULL]
    assert not shown_by(Option.NULLABLE, row).honest


def test_a_result_constructed_with_null_gets_another_id_than_its_call() -> None:
    apart = shown_by(Option.GENERATED, BY_SLUG["gemini.executableCode"])
    assert apart.result == "another GUID, unless a factory ties the two"
    assert shown_by(Option.GENERATED, BY_SLUG["openai.file_search_call"]).result == SAME


def words_for(id: CallId) -> str:
    """How `shown_here` names an id that was read."""
    if id.value is None:
        return NULL if id.state.value == "null" else NO_ID
    return ITEM_ID if id.source is IdSource.ITEM_ID else WIRE_ID


def test_what_crosswire_is_said_to_show_is_what_it_reads() -> None:
    for row in WIRE_TYPES:
        shown = shown_here(row)
        assert (shown is None) == (row.format is None)
        if shown is None:
            continue
        log = crosswire.load(json.dumps(specimens.alone(row)).encode(), format=row.format)
        parts = [part for conversation in log.conversations for _, part in conversation.parts()]
        calls = [] if row.role is Role.OUTPUT else [ToolCallPart]
        kinds = (*calls, ToolResultPart)
        read = [part for kind in kinds for part in parts if isinstance(part, kind)]
        assert words_for(read[0].call_id) in (shown.call, shown.result), row.slug


# The first matrix


def test_each_table_speaks_of_the_four_formats_of_its_time() -> None:
    for table in (AT_A_GLANCE, IDENTIFIERS, BINARY, NAMES, LISTS):
        assert list(dict.fromkeys(claim.format for claim in table)) == FOUR
    searches = sorted((row.meaning, row.format) for row in first_matrix.THEN)
    assert searches == sorted(product(("web_search", "web_fetch"), FOUR))


def test_what_no_longer_holds_says_what_does_today() -> None:
    for claim in CLAIMS:
        assert claim.today or claim.standing == "holds", claim
        assert claim.feature is None or claim.feature in BY_NAME


def test_what_holds_today_is_as_measured() -> None:
    for claim in BINARY:
        measured = holding(BY_NAME["media-in-result"], claim.format)
        assert (measured.best.state is State.HELD) == (claim.standing == "no longer")
    for claim in NAMES:
        longest = crosswire.FORMATS[claim.format].NAME_RULE.max_length
        assert claim.today.startswith(f"{longest} characters")


def test_calls_and_results_are_written_as_the_matrix_has_them() -> None:
    for scenario in first_matrix.SCENARIOS:
        steps = first_matrix.steps(scenario)
        assert {step.format for step in steps} == set(crosswire.FORMATS)
        assert all(step.agrees for step in steps if step.format in FOUR), scenario


def test_the_code_in_what_it_says_stands_in_it() -> None:
    text = document("001_*.txt")
    for claim in CLAIMS:
        for code in re.findall(r"`([^`]+)`", claim.stated):
            assert code in text, claim
    for topic in ("Do", "Don't"):
        assert sum(claim.topic == topic for claim in LISTS) == text.count(f"- {topic}: ")


def test_its_scenarios_stand_in_it_to_the_letter() -> None:
    blocks = re.findall(r"```json\n(.*?)```", document("001_*.txt"), re.DOTALL)
    for scenario in first_matrix.SCENARIOS:
        documented = [json.loads(block) for block in blocks if scenario.call_id in block]
        for step in first_matrix.steps(scenario):
            if step.format == "gemini" and scenario.name in {"run_shell_command", "read_file"}:
                continue  # its example counts ids otherwise in these two
            if step.stated is not None:
                assert any(holds(block, step.stated) for block in documented), step


def holds(block: object, value: object) -> bool:
    """Whether a value stands in a block: alone, as an element, or as the end of a message."""
    if block == value:
        return True
    if isinstance(block, list):
        return any(holds(element, value) for element in block)
    if not isinstance(block, dict) or not isinstance(value, dict):
        return False
    wanted, content = value.get("content"), block.get("content")
    same_role = block.get("role") == value.get("role")
    lists = isinstance(wanted, list) and isinstance(content, list)
    return same_role and lists and all(part in content for part in wanted)
