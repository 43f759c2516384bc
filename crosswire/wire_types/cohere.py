"""Cohere: the second version of its chat."""

from __future__ import annotations

from crosswire.wire_types.api import Api

_CHAT = Api(
    "cohere",
    "cohere-v2-chat",
    "cohere.types.",
    "cohere.",
    ties=("id", "tool_call_id"),
    item_ids=("id", None),
    embeds="content",
    format="cohere",
)

WIRE_TYPES = (
    _CHAT.call(
        "tool_call",
        "ToolCallV2",
        "function",
        paired_with=("tool_message",),
        example={
            "id": "get_weather_1byjy32y4hvq",
            "type": "function",
            "function": {"name": "f", "arguments": "{}"},
        },
    ),
    _CHAT.output(
        "tool_message",
        "ToolChatMessageV2",
        "function",
        paired_with=("tool_call",),
        example={"role": "tool", "tool_call_id": "get_weather_1byjy32y4hvq", "content": "ok"},
    ),
)
