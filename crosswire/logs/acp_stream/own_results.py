"""The update that ends a call, for one whose end was not recorded."""

from __future__ import annotations

from crosswire.logs.acp_stream.lines import message_of, update_of
from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import object_or_empty, text_or_none, value_at


def _line(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    message = message_of(beside.line)
    if call.call_id.value is None or not update_of(message):
        return None
    block: JsonObject = {"type": "text", "text": NOT_RECORDED}
    update: JsonObject = {
        "sessionUpdate": "tool_call_update",
        "toolCallId": call.call_id.value,
        "status": "failed",
        "content": [{"type": "content", "content": block}],
    }
    params = object_or_empty(message.get("params"))
    told: JsonObject = {**message, "params": {**params, "update": update}}
    return told if message is beside.line else {**beside.line, "message": told}


def _call(line: JsonObject) -> str | None:
    """The session and the call that a line tells of, or asks a permission for."""
    message = message_of(line)
    params = object_or_empty(message.get("params"))
    named = (update_of(message), object_or_empty(params.get("toolCall")))
    id = next(filter(None, (text_or_none(one.get("toolCallId")) for one in named)), None)
    return None if id is None else f"{value_at(params, 'sessionId')} {id}"


RESULTS = OwnResults(element=_line, retold=_call, is_put_together=True)
