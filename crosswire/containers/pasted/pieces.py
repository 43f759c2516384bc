"""What a paste is taken apart into: documents, errors, and the rest."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crosswire.containers.bodies import Body
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue

Kind = Literal["log", "error", "value", "broken", "stream"]
"""A document with messages, an error, another value, what should have been a value, or the
events of a stream."""
How = Literal["json", "slips", "python"]


class Span(Struct, frozen=True):
    """A stretch of the upload: its bytes, and its lines, which count from 1."""

    start: int
    end: int
    first: int
    last: int

    @property
    def lines(self) -> str:
        """In words."""
        if self.first == self.last:
            return f"line {self.first}"
        return f"lines {self.first} to {self.last}"


class Piece(Struct, frozen=True):
    """A stretch of a paste that holds something."""

    kind: Kind
    source: str
    """What it stood in, in words: `a curl command`; empty for the text itself."""
    span: Span
    text: str = ""
    """Of an error: its words."""
    body: Body | None = None
    value: JsonValue = None
    how: How = "json"
    headers: tuple[str, ...] = ()
    """Names of the headers that stood with it and were left out."""
    fault: UnreadableUpload | None = None
    """Why it could not be read."""
    said_by: str = ""
    """Of an error: whose words they are, where something tells it."""
    block: int = 0
    """Of a stream: which fenced block, or text between two, it stands in."""
    server: str = ""
    """The host and the path that it was sent to, where an address stands with it."""


class Paste(Struct, frozen=True):
    """A text, taken apart."""

    pieces: tuple[Piece, ...]
    left_out: tuple[Span, ...]
    """What is none of the pieces and is not blank."""
    keys: tuple[tuple[str, int, int], ...] = ()
    """What curl commands have in options that hold keys: a name, and the place of each."""

    def of(self, kind: Kind) -> list[Piece]:
        return [piece for piece in self.pieces if piece.kind == kind]

    @property
    def errors(self) -> list[str]:
        """The words of the errors, in order."""
        return [piece.text for piece in self.of("error")]
