"""The words for what differs between two conversations, and for what a part says."""

from __future__ import annotations

from crosswire.comparison import Aspect, Nothing, Unit
from crosswire.model import (
    ArgumentsState,
    DataPart,
    JsonValue,
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
from webapp.readmodel import wire
from webapp.wording.paths import path_words

LONGEST_GIST = 280
ASPECTS = {
    Aspect.ID: "call id",
    Aspect.ITEM_ID: "item id",
    Aspect.PAIRING: "pairing",
    Aspect.TOOL: "tool",
    Aspect.ARGUMENTS: "arguments",
    Aspect.TEXT: "text",
    Aspect.RESULT: "result",
    Aspect.ERROR: "error flag",
    Aspect.ROLE: "role",
    Aspect.MEDIA: "media",
    Aspect.SIGNATURE: "signature",
    Aspect.SETTING: "setting",
    Aspect.DECLARATION: "declaration of a tool",
    Aspect.MESSAGE: "place in its message",
    Aspect.FIELDS: "other fields",
    Aspect.OTHER: "content",
    Aspect.ORDER: "order",
}
BESIDE_WHAT_IS_SAID = frozenset(
    {
        Aspect.ID,
        Aspect.ITEM_ID,
        Aspect.PAIRING,
        Aspect.ERROR,
        Aspect.SIGNATURE,
        Aspect.MESSAGE,
        Aspect.FIELDS,
    }
    | {Aspect.ORDER, Aspect.ROLE, Aspect.TOOL}
)
"""Where only these differ, a reader needs to see what the part says."""
_ANSWERED = {"by_id": "by its id", "by_position": "by position", "by_name": "by name"}
_ALONE = {
    "embedded": "its result stands in the same item",
    "pending": "no result yet",
    "missing": "no result",
    "ambiguous": "ambiguous, several may fit",
    "orphan": "answers no call",
    "": "tied to nothing",
}


def value_words(aspect: Aspect, value: JsonValue | Nothing) -> str | None:
    """A value as the page shows it; None for a place that is not there."""
    if isinstance(value, Nothing):
        return None
    if aspect is Aspect.PAIRING and isinstance(value, dict):
        return _pairing(value)
    if aspect is Aspect.ORDER:
        return f"part {value}"
    if aspect is Aspect.MESSAGE:
        return "begins a message" if value else "goes on in the message before"
    if aspect is Aspect.ERROR:
        return "an error" if value else "no error"
    return value if isinstance(value, str) else wire.compact(value)


def _pairing(value: dict[str, JsonValue]) -> str:
    how = str(value["how"])
    if value["row"] is None:
        return _ALONE.get(how, how)
    return f"tied to {path_words(str(value['address']))} {_ANSWERED.get(how, how)}"


def gist_of(unit: Unit) -> str:
    """The beginning of what a part says."""
    said = "no content" if unit.part is None else _said(unit.part)
    return said if len(said) <= LONGEST_GIST else f"{said[:LONGEST_GIST].rstrip()}…"


def _arguments(call: ToolCallPart) -> str:
    if call.arguments.state is ArgumentsState.PARSED:
        return wire.compact(call.arguments.value)
    return (call.arguments.text or "no arguments")[: 2 * LONGEST_GIST]


def _said(part: Part) -> str:
    most = 2 * LONGEST_GIST
    match part:
        case TextPart() | RefusalPart():
            return part.text[:most]
        case ReasoningPart():
            return part.text[:most] or "not readable"
        case ToolCallPart():
            return _arguments(part)
        case ToolResultPart():
            return (
                " ".join(_said(content) for content in part.content[:4])[:most] or "no content"
            )
        case DataPart() | SettingPart():
            return wire.compact(part.value)
        case ToolPart():
            return (part.description or "no description")[:most]
        case MediaPart():
            return " ".join(filter(None, (part.media, part.mime_type, part.name)))
    return part.wire_type if isinstance(part, OpaquePart) else ""
