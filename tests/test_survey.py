"""The survey counted again, and what each of its four options would show as the call id of a type."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import chain

import pytest

import crosswire
from bench.research import survey
from bench.research.id_options import (
    PROPOSALS,
    Option,
    Origin,
    Shown,
    item_id,
    shown_by,
    shown_here,
    wire_id,
)
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.model.call_id import CallId, IdSource
from crosswire.wire_types import BY_SLUG, WIRE_TYPES, specimens
from crosswire.wire_types.wire_type import Category, WireType

GUID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}|[0-9a-f]{32}", re.IGNORECASE)


def every(option: Option) -> list[tuple[WireType, Shown]]:
    return [(row, shown_by(option, row)) for row in WIRE_TYPES]


def all_options(slug: str) -> dict[str, str | None]:
    row = BY_SLUG[slug]
    shown = {option.value: shown_by(option, row) for option in Option}
    return {name: one.result if one.call is None else one.call for name, one in shown.items()}


def test_the_figures_are_counted_again() -> None:
    said = {figure.what: (figure.said, figure.counted, figure.agrees) for figure in survey.figures()}
    assert said == {
        "Types without an id that is always there": ("15", "15", True),
        "Types with one": ("42", "43", False),
        "Types in all, variants left out": ("55", "58", False),
        "Types in all, variants included": ("64", "71", False),
        "Share of types without such an id": ("23 %", "26 %", False),
        "Providers": ("4", "4", True),
    }
    remarks = " ".join(figure.remark for figure in survey.figures())
    assert "sum give 57" in remarks
    assert "published API has 13" in remarks
    assert "Chat Completions" in remarks


def test_every_type_is_in_one_category_then_and_now() -> None:
    tallies = {one.category: one for one in survey.tallies()}
    assert [one.listed for one in tallies.values()] == [43, 2, 6, 4, 3]
    assert [one.listed_today for one in tallies.values()] == [39, 9, 9, 0, 1]
    assert sum(one.with_variants_today for one in tallies.values()) == 71
    assert sum(one.all_today for one in tallies.values()) == len(WIRE_TYPES)


def test_every_move_has_its_reason_and_no_reason_is_left_over() -> None:
    moves = survey.moves()
    assert sum(move.wire_type in survey.listed() for move in moves) == 10
    assert all(move.was is not move.wire_type.category for move in moves)
    words = {move.wire_type.discriminator.value for move in moves}
    assert words == set(survey._REASONS)
    stayed = next(row for row in WIRE_TYPES if row.survey and row.survey.category is row.category)
    assert survey.reason_of(stayed) is None
    assert survey.reason_of(moves[0].wire_type) == moves[0].reason


def test_the_reasons_for_pairing_cover_all_problem_types_once() -> None:
    reasons = survey.why_pairing_works()
    assert [(one.category.value, len(one.wire_types)) for one in reasons] == [
        ("fabricated", 3),
        ("synthetic", 4),
        ("nullable", 2),
        ("conflated", 6),
    ]
    slugs = [row.slug for row in chain.from_iterable(one.wire_types for one in reasons)]
    assert len(set(slugs)) == 15


def test_of_the_unmapped_types_twelve_are_known() -> None:
    left = survey.unmapped()
    assert left.said == 16
    assert {row.survey.name for row in left.listed if row.survey} == {
        f"{name}{end}"
        for name in ("ComputerToolCall", "CustomToolCall", "ApplyPatchToolCall", "FunctionShellCall")
        for end in ("", "Output")
    } | {"LocalShellToolCall", "LocalShellToolCallOutput", "ToolSearchCall", "ToolSearchOutput"}
    assert len(left.variants) >= left.said - len(left.listed)
    assert [row.survey.name for row in left.named if row.survey] == ["ApplyPatchToolCallOutputItemParam"]


def test_there_is_a_proposal_for_each_option() -> None:
    assert [proposal.option for proposal in PROPOSALS] == list(Option)


@pytest.mark.parametrize("row", WIRE_TYPES, ids=lambda row: row.slug)
def test_no_option_shows_an_id_that_is_not_in_the_example(row: WireType) -> None:
    for option in Option:
        shown = shown_by(option, row)
        for text in filter(None, (shown.call, shown.result)):
            if shown.origin is Origin.WIRE:
                assert text == wire_id(row)
            elif shown.origin is Origin.ITEM_ID:
                assert text == item_id(row)
            else:
                assert not GUID.search(text)
                assert text not in (wire_id(row), item_id(row))
        assert shown.why.endswith(".")


@pytest.mark.parametrize("option", Option, ids=lambda option: option.value)
def test_what_is_made_up_or_renamed_is_never_called_honest(option: Option) -> None:
    for _, shown in every(option):
        assert not (shown.honest and shown.origin in (Origin.MADE, Origin.ITEM_ID))


def test_a_natural_id_is_shown_by_all_options_that_have_a_place_for_it() -> None:
    natural = [row for row in WIRE_TYPES if row.category is Category.NATURAL]
    for row in natural:
        assert wire_id(row), row.slug
        for option in (Option.FABRICATE, Option.NULLABLE, Option.GENERATED):
            shown = shown_by(option, row)
            assert (shown.origin, shown.honest) == (Origin.WIRE, True)
    assert shown_by(Option.SUBTYPES, BY_SLUG["openai.function_call"]).origin is Origin.WIRE
    assert shown_by(Option.SUBTYPES, BY_SLUG["anthropic.mcp_tool_use"]).origin is Origin.WIRE
    hidden = shown_by(Option.SUBTYPES, BY_SLUG["anthropic.server_tool_use"])
    assert (hidden.origin, hidden.honest) == (Origin.NOTHING, False)


def test_an_items_own_id_is_passed_off_as_a_call_id_where_one_must_be_there() -> None:
    assert all_options("openai.code_interpreter_call") == {
        "fabricate": "ci_123",
        "nullable": "null",
        "generated": "GUID made by the constructor",
        "subtypes": "no such property",
    }
    assert all_options("openai.mcp_call")["subtypes"] == "mcp_123"


def test_a_nullable_id_is_shown_where_it_is_and_not_where_it_is_not() -> None:
    assert set(all_options("gemini.toolCall").values()) == {"tc_1", "no such property"}
    assert all_options("gemini.executableCode")["nullable"] == "null"
    call = BY_SLUG["gemini.functionCall"]
    bare = replace(call, example={"functionCall": {"name": "f", "args": {}}})
    assert {shown_by(option, bare).call for option in Option} == {
        "filler of the adapter: empty text, or a GUID"
    }


def test_an_id_that_an_sdk_drops_is_made_anew() -> None:
    row = survey.as_surveyed(BY_SLUG["gemini.toolCall"])
    assert shown_by(Option.FABRICATE, row).call == "GUID made by the adapter"
    shown = shown_by(Option.NULLABLE, row)
    assert (shown.call, shown.honest) == ("null", False)
    assert "tc_1" in shown.why


def test_a_result_constructed_with_null_gets_another_id_than_its_call() -> None:
    apart = shown_by(Option.GENERATED, BY_SLUG["gemini.executableCode"])
    assert apart.result == "another GUID, unless a factory ties the two"
    in_one = shown_by(Option.GENERATED, BY_SLUG["openai.file_search_call"])
    assert in_one.result == "the same GUID"


def test_a_report_that_no_call_asked_for_has_no_call_to_show() -> None:
    for slug in ("azure.workflow_action", "azure.oauth_consent_request"):
        for option in Option:
            shown = shown_by(option, BY_SLUG[slug])
            assert shown.call is None
            assert shown.result is not None


def words_for(id: CallId) -> tuple[str, Origin]:
    """What `shown_here` would say of an id that was read."""
    if id.value is None:
        return ("null id", Origin.NULL) if id.state.value == "null" else ("no id", Origin.NOTHING)
    return id.value, Origin.ITEM_ID if id.source is IdSource.ITEM_ID else Origin.WIRE


@pytest.mark.parametrize("row", [row for row in WIRE_TYPES if row.format], ids=lambda row: row.slug)
def test_what_crosswire_is_said_to_show_is_what_it_reads(row: WireType) -> None:
    shown = shown_here(row)
    assert shown is not None
    log = crosswire.load(json.dumps(specimens.alone(row)).encode(), format=row.format)
    parts = [part for conversation in log.conversations for _, part in conversation.parts()]
    calls = [part for part in parts if isinstance(part, ToolCallPart)]
    results = [part for part in parts if isinstance(part, ToolResultPart)]
    read = [*calls, *results] if row.role is not crosswire.wire_types.Role.OUTPUT else results
    assert [words_for(part.call_id) for part in read[:1]] == [
        (shown.result if shown.call is None or not calls else shown.call, shown.origin)
    ]


def test_crosswire_claims_nothing_of_types_that_it_does_not_read() -> None:
    assert all(shown_here(row) is None for row in WIRE_TYPES if row.format is None)
