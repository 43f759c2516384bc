"""What makes two messages of a trace the same one, told again in another span.

Ids tie calls and results where they have them; everything else is the same where it says the
same. What a model thought does not count, as most programs leave it out of a history.
"""

from __future__ import annotations

from typing import TypeAlias

from crosswire.containers import json_document
from crosswire.model import (
    DataPart,
    JsonValue,
    MediaPart,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.tools.arguments import hidden_value

Key: TypeAlias = tuple[str, ...]


def keys_of(message: Message) -> list[Key]:
    """One key for each part that counts; a message of thoughts alone, or of nothing, has one
    too."""
    keys = [key for part in message.parts if (key := key_of(part, message.role)) is not None]
    if keys:
        return keys
    thoughts = [part.raw for part in message.parts]
    return [("thought", canonical(thoughts)) if thoughts else ("empty", message.role)]


def key_of(part: Part, role: str) -> Key | None:
    """What is the same where a part is told again."""
    if isinstance(part, (TextPart, RefusalPart)):
        words = " ".join(part.text.split())
        return (_side(role), words) if words else None
    if isinstance(part, ToolCallPart):
        id = part.call_id.value
        return ("call", id) if id else ("call said", _called(part))
    if isinstance(part, ToolResultPart):
        id = part.call_id.value
        return ("result", id) if id else ("result said", said_by(part))
    if isinstance(part, ReasoningPart):
        return None
    if isinstance(part, MediaPart):
        return ("media", part.data or part.url or part.file_id or "")
    return ("other", canonical(part.raw)) if isinstance(part, (DataPart, OpaquePart)) else None


def aliases_of(message: Message) -> list[Key]:
    """What calls and results say, beside their ids: other spans may tell them without one."""
    found: list[Key] = []
    for part in message.parts:
        alias = alias_of(part)
        if alias is not None:
            found.append(alias)
    return found


def alias_of(part: Part) -> Key | None:
    """What one of them says; None where its key is that already, or of other parts."""
    if isinstance(part, ToolCallPart) and part.call_id.value:
        return ("call said", _called(part))
    if isinstance(part, ToolResultPart) and part.call_id.value:
        return ("result said", said_by(part))
    return None


def _called(call: ToolCallPart) -> str:
    return f"{call.name}({canonical(_given(call))})"


def _side(role: str) -> str:
    return "system" if role == "developer" else role


def _given(call: ToolCallPart) -> JsonValue:
    return call.arguments.text if call.arguments.value is None else call.arguments.value


def told_arguments(call: ToolCallPart) -> str:
    """The arguments of a call, the same text for the same ones."""
    return canonical(_given(call) or {})


def said_by(result: ToolResultPart) -> str:
    """All that a result says, whatever it was wrapped in."""
    return " ".join(_words(part) for part in result.content)


def _words(part: Part) -> str:
    if isinstance(part, (TextPart, RefusalPart)):
        hidden = hidden_value(part.text)
        return canonical(hidden) if hidden is not None else " ".join(part.text.split())
    return canonical(part.raw)


def canonical(value: JsonValue) -> str:
    """The same text for values that are the same but for the order of their keys."""
    if isinstance(value, str):
        hidden = hidden_value(value)
        value = value if hidden is None else hidden
    return json_document.write(_sorted(value)).decode()


def _sorted(value: JsonValue, depth: int = 0) -> JsonValue:
    if depth > 100:
        return value
    if isinstance(value, dict):
        return {key: _sorted(value[key], depth + 1) for key in sorted(value)}
    if isinstance(value, list):
        return [_sorted(one, depth + 1) for one in value]
    return value
