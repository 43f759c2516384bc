"""Which calls of a state wait for somebody: a run stops where a person has to approve calls,
and runs all others before.

    {"current_step": {"type": "next_step_interruption",
                      "data": {"interruptions": [{"raw_item": {"call_id": ...}}]}}}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.logs.openai_agents.names import ITEMS, RAW
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, objects_in, text_field, type_of
from crosswire.model.parts import TextPart, ToolCallPart

_STEP = ("current_step", "currentStep")
_PROCESSED = ("last_processed_response", "lastProcessedResponse")
_CALL = ("tool_call", "toolCall")
_FINAL = "next_step_final_output"


def say_what_waits(state: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """Note of the calls of a state whether a result may still come; all others have ended."""
    parts = [part for message in into.messages for part in message.parts]
    calls = [part for part in parts if isinstance(part, ToolCallPart) and part.is_for_client]
    step = object_or_empty(_first(state, _STEP))
    asked = set(_ids(_interruptions(step, state)))
    if asked - {call.call_id.value for call in calls}:
        return  # of a run within a tool, and nothing says which call that is
    running = asked
    if not asked and type_of(step) != _FINAL:
        running = set(_ids(_in_work(object_or_empty(_first(state, _PROCESSED)))))
    for call in calls:
        if call.call_id.value in running:
            call.open = "waiting"
    into.end_turn(at)


def end_turn_by_answer(into: ConversationBuilder, first: int, at: Address) -> None:
    """Note of items alone that an answer ends what was called before, where a message
    from the first on is one; items of an answer may stand in any order, so that this is
    not sure."""
    parts = [
        part for one in into.messages[first:] if one.role == "assistant" for part in one.parts
    ]
    if any(isinstance(part, TextPart) and part.text for part in parts):
        into.end_turn(at, "reported over")


def _interruptions(step: JsonObject, state: JsonObject) -> Iterator[JsonValue]:
    """The items of the calls that have to be approved."""
    waiting = [*objects_in(object_or_empty(step.get("data")).get("interruptions"))]
    kept = objects_in(_first(state, ITEMS))
    waiting += [item for item in kept if type_of(item) == "tool_approval_item"]
    for item in waiting:
        yield _first(item, RAW)


def _in_work(processed: JsonObject) -> Iterator[JsonValue]:
    """The calls of the answer that the run was at."""
    for listed in processed.values():
        for run in objects_in(listed):
            yield _first(run, _CALL)


def _ids(items: Iterable[JsonValue]) -> Iterator[str]:
    for item in map(object_or_empty, items):
        found = [text_field(item, name) for name in ("call_id", "callId", "id")]
        yield from [id for id in found if id][:1]


def _first(holder: JsonObject, names: tuple[str, ...]) -> JsonValue:
    return next((holder[name] for name in names if holder.get(name) is not None), None)
