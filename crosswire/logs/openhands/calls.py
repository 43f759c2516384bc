"""The call of an action."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.model import CallId, JsonObject, ToolCallPart
from crosswire.model.call_id import no_call_id, read_call_id
from crosswire.model.json_values import object_or_empty, objects_in, text_or_none, value_at
from crosswire.tools import arguments


def read_call(raw: JsonObject, at: Address, action: str, args: JsonObject) -> ToolCallPart:
    """The call that an action was made for, as the model wrote it where that is told."""
    held = object_or_empty(raw.get("tool_call_metadata"))
    name = text_or_none(held.get("function_name")) or action
    given = arguments.from_value(args, child(at, "args"))
    choices = objects_in(value_at(held, "model_response", "choices"))
    for i, choice in enumerate(choices):
        calls = objects_in(value_at(choice, "message", "tool_calls"))
        for k, call in enumerate(calls):
            if call.get("id") == held.get("tool_call_id") and "id" in call:
                place = child(at, "tool_call_metadata", "model_response", "choices", i)
                place = child(place, "message", "tool_calls", k, "function", "arguments")
                given = arguments.from_text(value_at(call, "function", "arguments"), place)
    return ToolCallPart(
        address=child(at, "tool_call_metadata" if held else "args"),
        raw=raw["tool_call_metadata"] if held else raw.get("args"),
        call_id=id_of(held, child(at, "tool_call_metadata")),
        name=name,
        arguments=given,
        wire_type="action",
    )


def id_of(held: JsonObject, at: Address) -> CallId:
    """The id that an event names its call by."""
    if "tool_call_id" not in held:
        return no_call_id()
    return read_call_id(held["tool_call_id"], address=child(at, "tool_call_id"))
