"""How each format places the results of calls, and the result that it gets where none was
recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from crosswire.logs.shared.own_results import NOT_RECORDED
from crosswire.model import JsonObject, ToolCallPart
from crosswire.model.call_id import IdState


class Layout(Struct, frozen=True):
    """Where results stand in a format."""

    kind: Literal["elements", "blocks"]
    """Each result is an element of the list of messages, or a block within a message."""
    placeholder: Callable[[ToolCallPart], JsonObject | None]
    """Makes a result that says that none was recorded; None where the type of the call has no
    result that a client sends."""
    content: str = "content"
    """The field of a message that holds its blocks."""
    results_first: bool = False
    """The results of a message stand before its other blocks."""


def _of_chat(call: ToolCallPart) -> JsonObject | None:
    if call.wire_type == "function_call":
        return {"role": "function", "name": call.name, "content": NOT_RECORDED}
    return {"role": "tool", "tool_call_id": call.call_id.value, "content": NOT_RECORDED}


def _of_responses(call: ToolCallPart) -> JsonObject | None:
    if call.wire_type not in ("function_call", "custom_tool_call"):
        return None
    kind = f"{call.wire_type}_output"
    return {"type": kind, "call_id": call.call_id.value, "output": NOT_RECORDED}


def _of_anthropic(call: ToolCallPart) -> JsonObject | None:
    if call.wire_type != "tool_use":
        return None
    return {
        "type": "tool_result",
        "tool_use_id": call.call_id.value,
        "content": NOT_RECORDED,
        "is_error": True,
    }


def _of_gemini(call: ToolCallPart) -> JsonObject | None:
    if call.wire_type != "functionCall":
        return None
    result: JsonObject = {"name": call.name, "response": {"error": NOT_RECORDED}}
    if call.call_id.state is IdState.PRESENT:
        result = {"id": call.call_id.value, **result}
    return {"functionResponse": result}


def _of_interactions(call: ToolCallPart) -> JsonObject | None:
    if call.wire_type != "function_call":
        return None
    result: JsonObject = {"type": "function_result", "call_id": call.call_id.value}
    return {**result, "name": call.name, "is_error": True, "result": NOT_RECORDED}


def _of_bedrock(call: ToolCallPart) -> JsonObject | None:
    if call.wire_type != "toolUse":
        return None
    result: JsonObject = {"toolUseId": call.call_id.value, "content": [{"text": NOT_RECORDED}]}
    return {"toolResult": {**result, "status": "error"}}


def _of_ollama(call: ToolCallPart) -> JsonObject:
    result: JsonObject = {"role": "tool", "tool_name": call.name}
    if call.call_id.state is IdState.PRESENT:
        result["tool_call_id"] = call.call_id.value
    return {**result, "content": NOT_RECORDED}


LAYOUTS: dict[str, Layout] = {
    "openai-chat": Layout("elements", _of_chat),
    "mistral": Layout("elements", _of_chat),
    "cohere": Layout("elements", _of_chat),
    "ollama": Layout("elements", _of_ollama),
    "openai-responses": Layout("elements", _of_responses),
    "azure-foundry": Layout("elements", _of_responses),
    "anthropic": Layout("blocks", _of_anthropic, results_first=True),
    "gemini": Layout("blocks", _of_gemini, "parts"),
    "gemini-interactions": Layout("elements", _of_interactions),
    "bedrock": Layout("blocks", _of_bedrock, results_first=True),
}
"""By format."""
