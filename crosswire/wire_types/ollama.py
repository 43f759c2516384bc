"""Ollama's own chat: ids came late, are optional, and the `ollama` package ignores them."""

from __future__ import annotations

from crosswire.wire_types.api import Api
from crosswire.wire_types.wire_type import Category, Discriminator

_CHAT = Api(
    "ollama",
    "ollama-chat",
    "ollama.",
    "ollama.",
    ties=("id", "tool_call_id"),
    item_ids=("id", None),
    embeds="content",
    usual=Category.NULLABLE,
    format="ollama",
)

WIRE_TYPES = (
    _CHAT.call(
        "tool_call",
        "Message.ToolCall",
        "function",
        discriminator=Discriminator("key", "function"),
        paired_with=("tool_message",),
        note=(
            "Servers since late 2025 give an `id`, which the `ollama` package does not "
            "declare."
        ),
        example={"function": {"name": "f", "arguments": {}}},
    ),
    _CHAT.output(
        "tool_message",
        "Message",
        "function",
        paired_with=("tool_call",),
        note=(
            "Without a `tool_call_id`, as the package writes it, its place and `tool_name` "
            "tell the call."
        ),
        example={"role": "tool", "tool_name": "f", "content": "ok"},
    ),
)
