"""The line of a result, as the program writes it, for a call whose result was not recorded."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import text_or_empty, value_at


def _line(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    id = call.call_id.value
    if id is None:
        return None
    line = beside.line
    if value_at(line, "event", "type") == "tool.call":
        about: JsonObject = {"parentUuid": text_or_empty(value_at(line, "event", "uuid"))}
        told: JsonObject = {"output": NOT_RECORDED, "isError": True}
        event: JsonObject = {"type": "tool.result", **about, "toolCallId": id, "result": told}
        return {"type": line.get("type"), "event": event, **beside.fields("time")}
    if value_at(line, "message", "type") == "ToolCall":
        told = {"is_error": True, "output": NOT_RECORDED}
        payload: JsonObject = {"tool_call_id": id, "return_value": told}
        message: JsonObject = {"type": "ToolResult", "payload": payload}
        return {**beside.fields("timestamp"), "message": message}
    return None


RESULTS = OwnResults(element=_line)
