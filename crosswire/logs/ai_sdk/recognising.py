"""Tells messages, steps and events of the SDK from those of providers."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.ai_sdk.names import ROLES
from crosswire.logs.ai_sdk.ui_parts import DATA, OLDER, is_tool
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, objects_in, text_field, type_of

_OWN_PARTS = frozenset(
    {"tool-call", "tool-result", "tool-error"}
    | {"tool-approval-request", "tool-approval-response"}
)
EVENTS = frozenset(
    {"start", "start-step", "finish-step", "finish", "abort", "error", "message-metadata"}
    | {"text-start", "text-delta", "text-end", "text", "raw", "stream-start"}
    | {"reasoning-start", "reasoning-delta", "reasoning-end", "reasoning"}
    | {"tool-input-start", "tool-input-delta", "tool-input-end", "tool-input-available"}
    | {"tool-input-error", "tool-output-available", "tool-output-error"}
    | {"tool-output-denied", "tool-approval-request", "tool-approval-response"}
    | {"tool-call", "tool-result", "tool-error", "source-url", "source-document", "source"}
    | {"file", "reasoning-file", "response-metadata", "custom"}
)
"""What a stream tells of."""
_HOLDERS = ("content", "toolCalls", "toolResults")
"""Fields of a message, or of a step, that hold parts."""
_OWN_EVENTS = frozenset(
    {"start-step", "finish-step", "text-start", "reasoning-start", "tool-input-start"}
    | {"tool-input-available", "tool-input-error", "tool-output-available"}
    | {"tool-output-error"}
)


def is_ui(value: JsonObject) -> bool:
    """Whether a message is one of the user interface."""
    if "toolInvocations" in value and isinstance(value.get("content"), str):
        return True
    parts = value.get("parts")
    if not isinstance(parts, list) or not parts or "toolCalls" in value:
        return isinstance(parts, list) and "metadata" in value and "content" not in value
    return all(map(_is_part, parts))


def _is_part(part: JsonValue) -> bool:
    kind = type_of(part)
    if kind is None or not isinstance(part, dict):
        return False
    if kind in ("text", "reasoning"):
        return isinstance(part.get("text", part.get("reasoning")), str)
    if kind == "file":
        return "mediaType" in part or "mimeType" in part
    if is_tool(kind):
        return "toolCallId" in part or kind == OLDER or "approvalId" in part
    return kind.startswith((DATA, "source", "step-start", "custom", "reasoning"))


def is_step(value: JsonObject) -> bool:
    """Whether an object is what one answer of a model gave."""
    if "finishReason" not in value or "role" in value or "steps" in value:
        return False
    return any(isinstance(value.get(name), list) for name in ("content", "toolCalls"))


def is_message(value: JsonValue) -> bool:
    """Whether a value may be a message or a step."""
    if not isinstance(value, dict):
        return False
    if text_field(value, "role") in ROLES:
        return "content" in value or is_ui(value)
    return is_step(value)


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message."""
    if "role" in message and is_ui(message):
        return True
    held = (message[name] for name in _HOLDERS if name in message)
    return any(_is_own(part) for parts in held for part in objects_in(parts))


def _is_own(part: JsonObject) -> bool:
    return ("toolCallId" in part and "toolName" in part) or (
        type_of(part) in _OWN_PARTS and "approvalId" in part
    )


def are_events(values: Sequence[JsonValue]) -> bool:
    """Whether values are the events of a stream."""
    sample = values[:200]
    kinds = [type_of(value) for value in sample]
    known = sum(kind in EVENTS or (kind or "").startswith(DATA) for kind in kinds)
    own = any(kind in _OWN_EVENTS for kind in kinds) or (
        set(kinds) >= {"start", "finish"} and "text-delta" in kinds
    )
    return own and 3 * known >= len(sample)


def events_in(documents: Sequence[JsonValue]) -> list[JsonValue] | None:
    """The events of an upload: its documents, or the elements of its only list."""
    only = documents[0] if len(documents) == 1 else None
    values = list_or_empty(only) if isinstance(only, list) else list(documents)
    return values if are_events(values) else None
