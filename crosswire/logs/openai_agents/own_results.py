"""The item of a result, for a call whose result was not recorded: alone, as a session keeps
it, or in a state, with what a run writes around it."""

from __future__ import annotations

from crosswire.logs.openai_agents.names import RAW
from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, JsonValue, ToolCallPart
from crosswire.model.json_values import object_or_empty


def _item(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    key = next((name for name in RAW if name in beside.line), None)
    if key is None:
        return _raw(call, beside.line)
    result = _raw(call, object_or_empty(beside.line[key]))
    if result is None:
        return None
    around: JsonObject = {"type": "tool_call_output_item", key: result}
    return {**around, **beside.fields("agent"), "output": NOT_RECORDED}


def _raw(call: ToolCallPart, item: JsonObject) -> JsonObject | None:
    if item.get("type") != "function_call":
        return None
    id: JsonValue = call.call_id.value
    if "callId" not in item:
        return {"call_id": id, "output": NOT_RECORDED, "type": "function_call_output"}
    return {
        "type": "function_call_result",
        "name": call.name,
        "callId": id,
        "status": "incomplete",
        "output": {"type": "text", "text": NOT_RECORDED},
    }


RESULTS = OwnResults(element=_item, is_told_twice=True)
