"""The message of a result, as Hermes writes it, for a call whose result was not recorded; of
rows of its database there is none, as only the program puts rows in."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart


def _message(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if call.call_id.value is None or "session_id" in beside.line:
        return None
    message: JsonObject = {"role": "tool", "content": NOT_RECORDED}
    return {**message, "tool_call_id": call.call_id.value, **beside.fields("timestamp")}


HERMES_RESULTS = OwnResults(element=_message)
