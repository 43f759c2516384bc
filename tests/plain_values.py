"""The content of a conversation as plain values without places, for comparing two conversations."""

from __future__ import annotations

from typing import Any

from crosswire.model import (
    Arguments,
    ArgumentsState,
    Conversation,
    DataPart,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.loss import Rendering


def content_of(
    conversation: Conversation, rendering: Rendering | None = None, *, extras: bool = True
) -> dict[str, list[Any]]:
    """The content of all parts; with a rendering, as it is in the payload.

    That is with the ids that it changed, and without fields of responses.
    """
    written = {change.node: change.written for change in rendering.id_map} if rendering else {}
    kept = [
        p for p in conversation.settings_and_tools if not (rendering and getattr(p, "of_response", False))
    ]
    return {
        "settings": sorted((_part(p, written, extras) for p in kept if isinstance(p, SettingPart)), key=str),
        "tools": [_part(p, written, extras) for p in kept if isinstance(p, ToolPart)],
        "messages": [
            (
                message.role,
                message.item_id,
                extras and message.extras,
                *(_part(part, written, extras) for part in message.parts),
            )
            for message in conversation.messages
        ],
    }


def _part(part: Part, written: dict[str, str], extras: bool) -> tuple[Any, ...]:
    return type(part).__name__, *_said(part, written, extras), extras and part.extras


def _said(part: Part, written: dict[str, str], extras: bool) -> tuple[Any, ...]:
    match part:
        case TextPart() | RefusalPart():
            return (part.text,)
        case ReasoningPart():
            return part.text, part.signature, part.redacted, part.item_id
        case MediaPart():
            return part.media, part.mime_type, part.data, part.url, part.file_id, part.name
        case DataPart():
            return (part.value,)
        case OpaquePart():
            return part.wire_type, part.raw
        case SettingPart():
            return part.name, part.value, part.meaning
        case ToolPart():
            return part.name, part.description, part.schema, part.kind
        case ToolCallPart():
            result = None if part.embedded is None else _part(part.embedded, written, extras)
            called = (part.name, _arguments(part.arguments), part.wire_type, part.item_id)
            return (*called, part.executed_by, part.hybrid, _id(part, written), result)
        case ToolResultPart():
            content = [_part(inner, written, extras) for inner in part.content]
            answered = (part.name, part.is_error, part.wire_type, part.item_id, part.executed_by)
            return (*answered, _id(part, written), content)
    raise AssertionError(part)


def _arguments(arguments: Arguments) -> tuple[Any, ...]:
    text = arguments.text if arguments.state is not ArgumentsState.PARSED else None
    return arguments.state, arguments.value, text


def _id(part: ToolCallPart | ToolResultPart, written: dict[str, str]) -> str | None:
    return written.get(part.key, part.call_id.value)
