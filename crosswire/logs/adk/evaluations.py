"""Sets of evaluations: conversations as they should go, whose calls have no results by design.

{"eval_cases": [{"conversation": [{"user_content", "intermediate_data": {"tool_uses"},
                                   "final_response"}]}]}
[{"query", "expected_tool_use": [{"tool_name", "tool_input"}], "reference"}]    before 1.0
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from crosswire.address import Address, child
from crosswire.formats import gemini
from crosswire.logs.adk.events import begin
from crosswire.logs.adk.names import NAME, TRAITS
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect_reading import put
from crosswire.logs.shared.fields import Names, field_in
from crosswire.logs.shared.finding import Run
from crosswire.logs.shared.run_reading import note_others
from crosswire.model import JsonObject, JsonValue, Part, Role, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty

_CALL = Call(
    id=("id",),
    name=("name", "tool_name"),
    arguments=("args", "tool_input"),
    type="functionCall",
    needs_id=False,
    also=frozenset({"mock_tool_output"}),
)
_RESULT = Result(
    id=("id",),
    output=("response",),
    content=Content(),
    name=("name",),
    type="functionResponse",
    needs_id=False,
    also=frozenset({"will_continue", "scheduling", "parts"}),
)
_MOCKED = Result((), ("mock_tool_output",), Content(), ("tool_name",), type="functionResponse")
_USER: Names = ("user_content", "userContent")
_FINAL: Names = ("final_response", "finalResponse")
_BETWEEN: Names = ("intermediate_data", "intermediateData")


def is_turn(value: JsonValue) -> bool:
    """Whether a value is one turn of a case."""
    if not isinstance(value, dict):
        return False
    if any(name in value for name in _USER):
        return any(name in value for name in (*_FINAL, *_BETWEEN))
    return isinstance(value.get("query"), str) and "expected_tool_use" in value


def read_case(run: Run) -> ConversationBuilder:
    into = begin()
    into.traits = replace(TRAITS, results_are_logged=False)
    for value, at in run.messages:
        turn = object_or_empty(value)
        (_read_older if "query" in turn else _read_turn)(turn, at, into)
    note_others(run, into)
    return into


def _read_turn(turn: JsonObject, at: Address, into: ConversationBuilder) -> None:
    _read_content(turn, at, _USER, into)
    between = field_in(turn, at, _BETWEEN)
    if between is not None and isinstance(between.value, dict):
        _read_between(between.value, between.at, into)
    _read_content(turn, at, _FINAL, into)


def _read_content(
    turn: JsonObject, at: Address, names: Names, into: ConversationBuilder
) -> None:
    found = field_in(turn, at, names)
    if found is not None:
        gemini.read_message(found.value, found.at, into)


def _read_between(data: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """Calls, results and answers between the question and the last answer."""
    events = field_in(data, at, ("invocation_events", "invocationEvents"))
    listed = list_or_empty(events.value) if events else []
    placed = [(one, child(events.at, i)) for i, one in enumerate(listed)] if events else []
    for value, place in placed:
        _read_content(object_or_empty(value), place, ("content",), into)
    parts: list[Part] = []
    for names, block in (
        (("tool_uses", "toolUses"), _CALL),
        (("tool_responses", "toolResponses"), _RESULT),
    ):
        held = field_in(data, at, names)
        for i, one in enumerate(list_or_empty(held.value) if held else []):
            if held is not None and isinstance(one, dict):
                parts += block(one, child(held.at, i), frozenset()) or []
    _put(parts, into)
    said = field_in(data, at, ("intermediate_responses", "intermediateResponses"))
    for i, pair in enumerate(list_or_empty(said.value) if said else []):
        if said is not None and isinstance(pair, list) and len(pair) == 2:
            gemini.read_message(pair[1], child(said.at, i, 1), into)
            into.messages[-1].role = "assistant"


def _put(parts: Sequence[Part], into: ConversationBuilder) -> None:
    """Calls and results in the words of a set of evaluations, which are not Gemini's."""
    if parts:
        for message in put(parts, "assistant", parts[0].raw, parts[0].address, into):
            message.wire_format = NAME


def _read_older(turn: JsonObject, at: Address, into: ConversationBuilder) -> None:
    _say("user", turn, at, "query", into)
    parts: list[Part] = []
    for i, one in enumerate(list_or_empty(turn.get("expected_tool_use"))):
        call, place = object_or_empty(one), child(at, "expected_tool_use", i)
        parts += _CALL(call, place, frozenset()) or []
        if call.get("mock_tool_output") is not None:
            for part in _MOCKED(call, place, frozenset(_CALL.also | {"tool_input"})) or []:
                part.address = child(place, "mock_tool_output")
                part.raw = call["mock_tool_output"]
                parts.append(part)
    _put(parts, into)
    _say("assistant", turn, at, "reference", into)


def _say(
    role: Role, turn: JsonObject, at: Address, name: str, into: ConversationBuilder
) -> None:
    text = turn.get(name)
    if isinstance(text, str) and text:
        place = child(at, name)
        said = TextPart(address=place, raw=text, text=text)
        into.message(role, place, text, [said]).wire_format = NAME
