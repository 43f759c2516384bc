"""The line that ends an item, for one whose end was not recorded."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.json_values import object_or_empty


def _lost(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    item = object_or_empty(beside.line.get("item"))
    told: dict[str, JsonObject] = {
        "command_execution": {"aggregated_output": NOT_RECORDED},
        "mcp_tool_call": {"error": {"message": NOT_RECORDED}},
    }
    if call.wire_type not in told:
        return None
    ended: JsonObject = {**item, **told[call.wire_type], "status": "failed"}
    return {**beside.line, "type": "item.completed", "item": ended}


RESULTS = OwnResults(element=_lost)
