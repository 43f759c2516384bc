"""Joins what came in pieces: the texts of parts, and the arguments of calls."""

from __future__ import annotations

from collections import defaultdict

from crosswire.model import ReasoningPart, TextPart, ToolCallPart
from crosswire.model.json_values import object_or_empty
from crosswire.tools import arguments

_Part = TextPart | ReasoningPart | ToolCallPart


class Pieces:
    """Pieces by part; each text is put together once, however many pieces it has."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        """The field of a call that its pieces stand in."""
        self.parts: dict[int, _Part] = {}
        self.texts: dict[int, list[str]] = defaultdict(list)

    def add(self, part: _Part, piece: str) -> None:
        self.parts[id(part)] = part
        self.texts[id(part)].append(piece)

    def drop(self, part: _Part) -> None:
        """Forget the pieces of a part that is known in whole."""
        self.parts.pop(id(part), None)

    def join(self) -> None:
        """Give each part its text."""
        for key, part in self.parts.items():
            text = "".join(self.texts[key])
            if not isinstance(part, ToolCallPart):
                part.text = part.raw = text
            elif part.arguments.address is not None:
                part.arguments = arguments.from_text(text, part.arguments.address)
                part.raw = {**object_or_empty(part.raw), self.name: text}
