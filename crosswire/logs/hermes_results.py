"""The message of a result, as Hermes writes it, for a call whose result was not recorded: in a
file, or a row of its database, which it reads in the order of `timestamp`, then of `id`."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart


def _message(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if call.call_id.value is None:
        return None
    message: JsonObject = {"role": "tool", "content": NOT_RECORDED}
    message |= {"tool_call_id": call.call_id.value, **beside.fields("timestamp")}
    if "session_id" in beside.line:
        named: JsonObject = {"tool_name": call.name} if "tool_name" in beside.line else {}
        message |= {**beside.fields("session_id"), **named, "tool_calls": None, "id": None}
    return message


HERMES_RESULTS = OwnResults(element=_message)
