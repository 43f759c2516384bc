"""The line of a result, as Pi writes it, for a call whose result was not recorded."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, LineNames, OwnResults
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import object_or_empty


def _line(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if call.wire_type != "toolCall" or call.call_id.value is None:
        return None
    asked = object_or_empty(beside.line.get("message"))
    message: JsonObject = {
        "role": "toolResult",
        "toolCallId": call.call_id.value,
        "toolName": call.name,
        "content": [{"type": "text", "text": NOT_RECORDED}],
        "isError": True,
    }
    if "timestamp" in asked:
        message["timestamp"] = asked["timestamp"]
    return {
        "type": "message",
        "id": beside.hexadecimal[:8],
        "parentId": beside.line.get("id"),
        **beside.fields("timestamp"),
        "message": message,
    }


RESULTS = OwnResults(element=_line, names=LineNames("id", "parentId"))
