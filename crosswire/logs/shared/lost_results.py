"""What stands for a result that was not recorded, as logs have it that keep messages of one
provider."""

from __future__ import annotations

from crosswire.logs.shared.own_results import NOT_RECORDED
from crosswire.model import JsonObject, ToolCallPart


def of_anthropic(call: ToolCallPart) -> JsonObject | None:
    """The user's message with the result."""
    if call.wire_type != "tool_use" or call.call_id.value is None:
        return None
    block: JsonObject = {
        "type": "tool_result",
        "content": NOT_RECORDED,
        "is_error": True,
        "tool_use_id": call.call_id.value,
    }
    return {"role": "user", "content": [block]}


def of_gemini(call: ToolCallPart) -> JsonObject:
    """The user's content with the response."""
    given: JsonObject = {"name": call.name, "response": {"error": NOT_RECORDED}}
    if call.call_id.value is not None:
        given = {"id": call.call_id.value, **given}
    return {"role": "user", "parts": [{"functionResponse": given}]}
