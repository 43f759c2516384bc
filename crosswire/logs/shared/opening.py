"""JSON that a log keeps within texts: opened for a reader, and remembered for coverage."""

from __future__ import annotations

from collections.abc import Iterable

from crosswire.address import Address, nested
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.source_map import Places

MOST_LEVELS = 4
"""How often JSON is opened that stands as a text within JSON."""
_BEGINNINGS = ("{", "[", '"')


class Opened:
    """What a reader took out of texts, and what it knows to repeat something."""

    def __init__(self) -> None:
        self.roots: list[tuple[JsonValue, Address, Places | None]] = []
        self.aside: list[JsonValue] = []
        self.texts_aside: list[tuple[str, Address]] = []
        self._known: dict[Address, tuple[JsonValue, Address]] = {}

    def value(self, value: JsonValue, at: Address) -> tuple[JsonValue, Address]:
        """What stands in a value: JSON in a text, in a text again, or the value as it is."""
        if not isinstance(value, str):
            return value, at
        if at not in self._known:
            self._known[at] = self._opened(value, at)
        return self._known[at]

    def _opened(self, value: JsonValue, at: Address) -> tuple[JsonValue, Address]:
        for _ in range(MOST_LEVELS):
            if not isinstance(value, str) or value.lstrip()[:1] not in _BEGINNINGS:
                break
            inner = _read(value)
            if not isinstance(inner, (dict, list, str)):
                break
            value, at = inner, nested(at)
            self.roots.append((value, at, None))
        return value, at

    def set_aside(self, value: JsonValue, at: Address) -> None:
        """Say that a value holds nothing that was not read elsewhere."""
        if isinstance(value, str):
            self.texts_aside.append((value, at))
        elif isinstance(value, (dict, list)):
            self.aside.append(value)

    def set_parts_aside(self, things: Iterable[Message | Part]) -> None:
        """Say so of what was read there."""
        for one in things:
            self.set_aside(one.raw, one.address)

    def tell(self, into: ConversationBuilder) -> None:
        """Let coverage know, by one of the conversations that were read."""
        into.opened += self.roots
        into.set_aside += self.aside
        into.texts_set_aside += self.texts_aside


def claim_texts(into: ConversationBuilder) -> None:
    """Let coverage know of texts that are parts by themselves, beside objects that are."""
    waiting = [part for message in into.messages for part in message.parts]
    for part in waiting:  # it grows meanwhile
        if isinstance(part.raw, str):
            into.texts_set_aside.append((part.raw, part.address))
        if isinstance(part, ToolResultPart):
            waiting += part.content
        elif isinstance(part, ToolCallPart) and part.embedded is not None:
            waiting.append(part.embedded)


def _read(text: str) -> JsonValue:
    try:
        return json_document.read(text.encode("utf-8", "surrogatepass"))
    except UnreadableUpload:
        return None
