"""The line of a result, as Codex writes it, for a call whose result was not recorded."""

from __future__ import annotations

from crosswire.logs.codex_rollout.names import ITEM
from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, ToolCallPart

_OUTPUTS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "local_shell_call": "function_call_output",
    "tool_search_call": "tool_search_output",
}


def _line(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    kind = _OUTPUTS.get(call.wire_type)
    if kind is None or call.call_id.value is None:
        return None
    item: JsonObject = {"type": kind, "call_id": call.call_id.value, "output": NOT_RECORDED}
    if kind == "tool_search_output":  # it has no words, and finds nothing
        about: JsonObject = {"execution": "client", "status": "completed", "tools": []}
        item = {"type": kind, "call_id": call.call_id.value, **about}
    if beside.line.get("type") != ITEM:
        return item  # as the first versions wrote items
    return {**beside.fields("timestamp", "ordinal"), "type": ITEM, "payload": item}


RESULTS = OwnResults(element=_line, ordinal="ordinal")
