"""The event of a result, as the program writes it, for a call that has none recorded."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, LineNames, OwnResults
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import object_or_empty

_AS_THE_CALL = ("interactionId", "turnId", "model")


def _line(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    if call.call_id.value is None:
        return None
    asked = object_or_empty(beside.line.get("data"))
    about: JsonObject = {name: asked[name] for name in _AS_THE_CALL if name in asked}
    data: JsonObject = {
        "toolCallId": call.call_id.value,
        "success": False,
        **about,
        "error": {"message": NOT_RECORDED},
    }
    return {
        "type": "tool.execution_complete",
        "data": data,
        "id": beside.uuid,
        **beside.fields("timestamp", "agentId"),
        "parentId": beside.line.get("id"),
    }


RESULTS = OwnResults(element=_line, names=LineNames("id", "parentId"))
