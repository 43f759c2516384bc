"""The message with a result, in the form of its neighbours, for a call whose result was not
recorded."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import list_or_empty


def _message(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if call.call_id.value is None:
        return None
    message: JsonObject = {
        "content": NOT_RECORDED,
        "type": "tool",
        "name": call.name,
        "tool_call_id": call.call_id.value,
        "status": "error",
    }
    asked = beside.line
    if "lc" in asked:
        path = [*list_or_empty(asked.get("id"))[:-1], "ToolMessage"]
        return {"lc": asked["lc"], "type": "constructor", "id": path, "kwargs": message}
    return {"type": "tool", "data": message} if "data" in asked else message


RESULTS = OwnResults(element=_message)
