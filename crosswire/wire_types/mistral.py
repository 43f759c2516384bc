"""Mistral: Chat Completions with optional ids."""

from __future__ import annotations

from crosswire.wire_types.api import Api
from crosswire.wire_types.wire_type import Category

_CHAT = Api(
    "mistral",
    "mistral-chat",
    "mistralai.client.models.",
    "mistral.",
    ties=("id", "tool_call_id"),
    item_ids=("id", None),
    embeds="content",
    usual=Category.NULLABLE,
    format="mistral",
)

WIRE_TYPES = (
    _CHAT.call(
        "tool_call",
        "ToolCall",
        "function",
        paired_with=("tool_message",),
        note=(
            "The SDK's id of a call without one is the text `null`. Arguments may be an "
            "object or text."
        ),
        example={
            "id": "D681PevKs",
            "type": "function",
            "function": {"name": "f", "arguments": "{}"},
        },
    ),
    _CHAT.output(
        "tool_message",
        "ToolMessage",
        "function",
        paired_with=("tool_call",),
        example={"role": "tool", "tool_call_id": "D681PevKs", "name": "f", "content": "ok"},
    ),
)
