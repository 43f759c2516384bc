"""How alike two unequal parts are, by some of their words."""

from __future__ import annotations

import re

from msgspec import Struct, field

from crosswire.comparison.units import Unit
from crosswire.model import (
    DataPart,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

ENOUGH = 0.4
"""The likeness from which on two parts may be one that was changed."""
SAME_TOOL = 0.5
"""The likeness of two calls, or results, of one tool that have no word in common."""
END_LENGTH = 400
MAX_PIECES = 100
_WORD = re.compile(r"\w+|[^\w\s]+")

Words = frozenset[str]


class Likeness(Struct):
    """Computes likenesses, and keeps the words of each part."""

    words: dict[Unit, Words] = field(default_factory=dict)

    def of(self, one: Unit, other: Unit) -> float:
        """From 0 to 1; 0 for parts of two kinds."""
        if one.kind != other.kind:
            return 0.0
        shared = self._shared(one, other)
        alike = SAME_TOOL + (1 - SAME_TOOL) * shared
        if one.kind == "call":
            return alike if one.name == other.name else 0.9 * shared
        if one.kind == "result":
            is_other_tool = one.tool and other.tool and one.tool != other.tool
            return (1 - SAME_TOOL) * shared if is_other_tool else alike
        if one.kind in ("media", "opaque", "empty"):
            return 0.5 + 0.5 * shared
        return shared if one.role == other.role else 0.9 * shared

    def _shared(self, one: Unit, other: Unit) -> float:
        some, others = self._words(one), self._words(other)
        if not some and not others:
            return 1.0
        return 2 * len(some & others) / (len(some) + len(others))

    def _words(self, unit: Unit) -> Words:
        if unit not in self.words:
            self.words[unit] = frozenset(_words_of(unit.part) if unit.part else ())
        return self.words[unit]


def outline(unit: Unit) -> tuple[str, ...]:
    """What two counterparts are likely to have in common: a tool, or the first words."""
    if unit.part is None or unit.kind in ("media", "data", "opaque"):
        return unit.kind, unit.role
    if unit.kind == "call":
        return unit.kind, unit.name
    return unit.kind, *_words_of(unit.part)[:3]


def _words_of(part: Part) -> list[str]:
    match part:
        case TextPart() | RefusalPart() | ReasoningPart():
            return _words_in(part.text)
        case ToolCallPart():
            if part.arguments.value is None and part.arguments.text:
                return _words_in(part.arguments.text)
            return _pieces(part.arguments.value)
        case ToolResultPart():
            return [word for content in part.content[:8] for word in _words_of(content)]
        case DataPart():
            return _pieces(part.value)
        case MediaPart():
            return [part.media, part.mime_type or "", part.name or "", (part.url or "")[:200]]
        case OpaquePart():
            return [part.wire_type, *_pieces(part.raw)]
    return []


def _words_in(text: str) -> list[str]:
    if len(text) > 2 * END_LENGTH:
        text = f"{text[:END_LENGTH]} {text[-END_LENGTH:]}"
    return _WORD.findall(text)


def _pieces(value: JsonValue) -> list[str]:
    """The first keys and plain values of a JSON value, each with the words of its text."""
    found: list[str] = []
    stack: list[JsonValue] = [value]
    while stack and len(found) < MAX_PIECES:
        item = stack.pop()
        if isinstance(item, dict):
            found += [f"{key[:80]}:" for key in list(item)[:MAX_PIECES]]
            stack += list(item.values())[:MAX_PIECES]
        elif isinstance(item, list):
            stack += item[:MAX_PIECES]
        elif isinstance(item, str):
            found += _words_in(item)
        else:
            found.append(str(item)[:80])
    return found
