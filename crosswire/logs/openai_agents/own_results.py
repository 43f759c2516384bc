"""The item of a result, in the spelling of the SDK for JavaScript, for a call whose result was
not recorded."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart


def _item(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if beside.line.get("type") != "function_call" or "callId" not in beside.line:
        return None
    return {
        "type": "function_call_result",
        "name": call.name,
        "callId": call.call_id.value,
        "status": "incomplete",
        "output": {"type": "text", "text": NOT_RECORDED},
    }


RESULTS = OwnResults(element=_item)
