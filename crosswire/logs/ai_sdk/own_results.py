"""What stands for the result of a call that was not recorded: in the part of the call, or in
a message of its own."""

from __future__ import annotations

from collections.abc import Mapping

from crosswire.logs.ai_sdk.ui_parts import is_tool
from crosswire.logs.shared.own_results import NOT_RECORDED, Beside, OwnResults
from crosswire.model import JsonObject, JsonValue, ToolCallPart
from crosswire.model.json_values import object_or_empty, text_or_empty


def _fields(call: ToolCallPart) -> Mapping[tuple[str, ...], JsonValue] | None:
    """Of a part of a UI message, which holds both."""
    part = object_or_empty(call.raw)
    if {"state", "args", "toolName"} <= part.keys() and "type" not in part:
        return {("state",): "result", ("result",): NOT_RECORDED}  # before version 5
    is_both = is_tool(text_or_empty(part.get("type"))) and "state" in part
    if not is_both or "toolCallId" not in part:
        return None
    return {("state",): "output-error", ("errorText",): NOT_RECORDED}


def _message(call: ToolCallPart, beside: Beside) -> JsonObject | None:
    """Of a model message."""
    result = _result(call)
    if result is None or text_or_empty(beside.line.get("role")) != "assistant":
        return None
    return {"role": "tool", "content": [result]}


def _result(call: ToolCallPart) -> JsonObject | None:
    part = object_or_empty(call.raw)
    if part.get("type") != "tool-call" or call.call_id.value is None:
        return None
    result: JsonObject = {
        "type": "tool-result",
        "toolCallId": call.call_id.value,
        "toolName": call.name,
    }
    if "input" in part:
        return {**result, "output": {"type": "error-text", "value": NOT_RECORDED}}
    return {**result, "result": NOT_RECORDED, "isError": True}  # before version 5


def _of_step(call: ToolCallPart) -> JsonObject | None:
    """Of a step of a run since version 5, whose content holds both."""
    part = object_or_empty(call.raw)
    if part.get("type") != "tool-call" or "input" not in part or call.call_id.value is None:
        return None
    about = {name: part[name] for name in ("toolCallId", "toolName", "input")}
    dynamic = {name: part[name] for name in ("dynamic",) if name in part}
    return {"type": "tool-error", **about, "error": NOT_RECORDED, **dynamic}


def _of_older_step(call: ToolCallPart) -> tuple[str, JsonObject] | None:
    """Of a step before version 5, which has calls and results in two lists."""
    part = object_or_empty(call.raw)
    if part.get("type") != "tool-call" or "args" not in part or call.call_id.value is None:
        return None
    about = {name: part[name] for name in ("toolCallId", "toolName", "args")}
    return "toolResults", {"type": "tool-result", **about, "result": NOT_RECORDED}


RESULTS = OwnResults(element=_message, fields=_fields, inside=_of_step, listed=_of_older_step)
