"""The streams of a paste that stand beside other documents: each event is a document, and so
many of them are one stream."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby

from msgspec import Struct

from crosswire.containers import sse
from crosswire.containers.bodies import Body
from crosswire.containers.pasted.pieces import Paste, Piece
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue, Note

MOST_APART = 200
"""Streams of one paste that are read; each is looked at by itself."""


class Stretch(Struct, frozen=True):
    """A document of a paste by itself, or pieces of the same stream."""

    pieces: Sequence[Piece]

    @property
    def is_stream(self) -> bool:
        return self.pieces[0].kind == "stream"


def stretches(paste: Paste) -> list[Stretch]:
    """The documents and streams of a paste, in their order. Events of one block with nothing
    but text between them are one stream: a program logs other lines among them."""
    numbered = enumerate(piece for piece in paste.pieces if piece.kind != "value")
    grouped = groupby(numbered, key=lambda one: _key(*one))
    found = [Stretch([piece for _, piece in group]) for _, group in grouped]
    return [one for one in found if one.pieces[0].kind in ("log", "stream")]


def _key(number: int, piece: Piece) -> tuple[int, str]:
    return (piece.block, piece.server) if piece.kind == "stream" else (-1, str(number))


class Event(Struct, frozen=True):
    """An event of a stream within a paste."""

    value: JsonValue
    body: Body
    line: int


def events_of(
    stretch: Stretch, data: bytes, number: int, notes: list[Note] | None = None
) -> list[Event]:
    """The events of a stream; its first one is the document of this number. What cannot be
    read ends it, and is noted."""
    found: list[Event] = []
    notes = [] if notes is None else notes
    for piece in stretch.pieces:
        span = piece.span
        values = sse.values_within(data, notes, span, number + len(found))
        try:
            for event, value in values:
                found.append(Event(value, _body(event, value), event.line))
        except UnreadableUpload as fault:
            what = f"The event stream on {span.lines} was read up to a fault in it: {fault}"
            notes.append(Note("broken-piece", what))
            break
    return found


def _body(event: sse.EventData, value: JsonValue) -> Body:
    """Where the data of an event stands. Its end mark is no JSON: it stands as a text, whose
    quotes are taken to stand at the bytes around it."""
    if value == sse.DONE.decode():
        start = event.place_of(event.text.index(sse.DONE))
        end = start + len(sse.DONE)
        text = b'"' + sse.DONE + b'"'
        return Body(text, (0, 1, len(text) - 1), (start - 1, start, end))
    lengths = (len(text) + 1 for text in event.texts[:-1])
    starts = accumulate(lengths, initial=0)
    return Body(event.text, tuple(starts), tuple(event.starts))
