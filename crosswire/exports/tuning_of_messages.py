"""Lines of training data in Chat Completions' form: OpenAI's and Mistral's."""

from __future__ import annotations

from typing import cast

from crosswire.exports.reshaping import Reshaping
from crosswire.model import JsonObject, JsonValue

_OPENAI = ("messages", "tools", "parallel_tool_calls")
_MISTRAL = ("messages", "tools")
_OPENAI_MESSAGE = frozenset(
    {
        "role",
        "content",
        "name",
        "tool_calls",
        "tool_call_id",
        "function_call",
        "refusal",
        "weight",
    }
)
_MISTRAL_MESSAGE = frozenset(
    {"role", "content", "name", "tool_calls", "tool_call_id", "weight"}
)
_OPENAI_PARTS = ("text", "image_url", "refusal")
_MISTRAL_PARTS = ("text", "image_url")


def openai(shaping: Reshaping) -> JsonObject:
    return _line(shaping, _OPENAI, _OPENAI_MESSAGE, _OPENAI_PARTS)


def mistral(shaping: Reshaping) -> JsonObject:
    return _line(shaping, _MISTRAL, _MISTRAL_MESSAGE, _MISTRAL_PARTS)


def _line(
    shaping: Reshaping,
    fields: tuple[str, ...],
    of_message: frozenset[str],
    parts: tuple[str, ...],
) -> JsonObject:
    payload = shaping.export.payload
    for name in payload:
        if name not in fields:
            shaping.remove(name)
    messages = payload["messages"]
    for n, message in enumerate(messages if isinstance(messages, list) else ()):
        if isinstance(message, dict):
            _message(shaping, n, message, of_message, parts)
    return cast("JsonObject", shaping.value())


def _message(
    shaping: Reshaping,
    n: int,
    message: JsonObject,
    fields: frozenset[str],
    parts: tuple[str, ...],
) -> None:
    if message.get("role") == "developer":
        shaping.replace("messages", n, "role", value="system")
        why = (
            "Lines know system, user, assistant and tool; a developer's message is the "
            "system's there."
        )
        shaping.changed("messages", n, "role", code="role", what="developer", why=why)
    for name in message:
        if name not in fields:
            shaping.remove("messages", n, name)
    content: JsonValue = message.get("content")
    for p, part in enumerate(content if isinstance(content, list) else ()):
        if isinstance(part, dict) and part.get("type") not in parts:
            shaping.remove("messages", n, "content", p, why=_only(parts))


def _only(parts: tuple[str, ...]) -> str:
    return f"The content of a line is {' or '.join(f'`{one}`' for one in parts)}."
