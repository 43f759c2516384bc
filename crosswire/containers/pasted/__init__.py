"""What people paste: a log within other text, with the error that they got, or only that.

A curl command, blocks between fences in Markdown, a line that an SDK wrote for debugging, a
value that a program assigns, a call in Python, and prose around all of it. `split` says what
stands where; `open` gives the documents.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from crosswire import address
from crosswire.containers import sse
from crosswire.containers.bodies import Body
from crosswire.containers.opened import MAX_NOTES, Opened, shortened
from crosswire.containers.pasted.errors import speaker_of, words_of
from crosswire.containers.pasted.keys import CutKeys, may_hold_keys, without_keys
from crosswire.containers.pasted.pieces import Paste, Piece, Span
from crosswire.containers.pasted.splitting import MAX_BYTES as MOST_PASTED
from crosswire.containers.pasted.splitting import begins_as_json, split
from crosswire.containers.pasted.splitting import split as split_paste
from crosswire.containers.pasted.streams import (
    MOST_APART,
    Event,
    Stretch,
    events_of,
    stretches,
)
from crosswire.containers.pasted.values import is_error, notes_of
from crosswire.counting import counted
from crosswire.errors import OnlyAnError
from crosswire.model import Note

__all__ = [
    "MOST_PASTED",
    "Body",
    "CutKeys",
    "Paste",
    "Piece",
    "Span",
    "begins_as_json",
    "is_error",
    "may_hold_keys",
    "open",
    "speaker_of",
    "split",
    "split_paste",
    "without_keys",
    "words_of",
]

_SPEAKS_OF_CALLS = re.compile(
    rb"\"(?:tool_?calls?|function_?calls?|tool_?use|tool_?results?|call_?id|tool_?call_?id"
    rb"|tool_?use_?id|function_?response|arguments)\"",
    re.IGNORECASE,
)
MOST_NAMED = 10
"""Headers, and stretches of text, that a note names."""


def open(data: bytes) -> Opened | None:
    """The documents of a paste; None where it holds none, OnlyAnError where it holds the words
    of an error and nothing else."""
    paste = split(data)
    if paste is None or not paste.pieces:
        return None
    if begins_as_json(data) and paste.pieces[0].kind == "broken":
        return None  # which is told with its place
    found = stretches(paste)
    if not found:
        broken = [piece.fault for piece in paste.of("broken") if piece.fault is not None]
        if broken:
            raise broken[0]
        if paste.errors:
            raise OnlyAnError(paste.errors)
        return None
    if len(found) == 1 and found[0].is_stream:
        return _stream(data, paste)
    return _documents(data, paste, found)


def _documents(data: bytes, paste: Paste, found: Sequence[Stretch]) -> Opened:
    """Each document by itself, and each event of the streams beside them."""
    notes = list(islice(_notes_on_rest(paste, data), MAX_NOTES + 1))
    read: list[Event] = []
    servers: list[str] = []
    streams: list[range] = []
    for stretch in found:
        piece, number = stretch.pieces[0], len(read)
        if not stretch.is_stream and piece.body is not None:
            body = replace(piece.body, is_literal=piece.how == "python")
            read.append(Event(piece.value, body, piece.span.first))
            notes += _notes_on(piece, number, data)
        elif len(streams) < MOST_APART:
            notes.append(Note("pasted", taken_stream(stretch), address.root(number)))
            read += events_of(stretch, data, number, notes)
            streams.append(range(number, len(read)))
        else:
            notes.append(Note("broken-piece", _too_many(stretch)))
        servers += [piece.server] * (len(read) - number)
    notes += [Note("pasted-error", taken(piece)) for piece in paste.of("error")]
    if paste.left_out:
        notes.append(Note("pasted-text", left_out(paste)))
    return Opened(
        "pasted",
        [one.value for one in read],
        shortened(notes),
        [one.line for one in read],
        bodies=[one.body for one in read],
        errors=paste.errors,
        servers=servers,
        streams=[one for one in streams if one],
    )


def _stream(data: bytes, paste: Paste) -> Opened:
    """The events among the lines of a paste; its other lines are none to the reader."""
    opened = sse.open(data)
    streams = paste.of("stream")
    opened.servers = [_server_at(line, streams) for line in opened.lines or ()]
    places = [piece.span.lines + _sent(piece) for piece in streams]
    note = Note("pasted", f"Read the event stream on {_listed(places)}.")
    errors = [Note("pasted-error", taken(piece)) for piece in paste.of("error")]
    opened.notes = shortened([note, *errors, *opened.notes])
    opened.errors = paste.errors
    return opened


def _server_at(line: int, streams: Sequence[Piece]) -> str:
    """The server of the stream that a line belongs to."""
    behind = bisect_right(streams, line, key=lambda stream: stream.span.first)
    return streams[behind - 1].server if behind else ""


def bodies_of(data: bytes) -> list[Body]:
    """Where each document of a paste stands."""
    paste = split(data)
    return [] if paste is None else _documents(data, paste, stretches(paste)).bodies or []


def _notes_on_rest(paste: Paste, data: bytes) -> Iterator[Note]:
    """On what is no document."""
    for piece in paste.of("broken"):
        lines = piece.span.lines
        yield Note("broken-piece", f"What stands on {lines} could not be read: {piece.fault}")
    for piece in paste.of("value"):
        if _SPEAKS_OF_CALLS.search(data, piece.span.start, piece.span.end) is not None:
            lines = piece.span.lines
            yield Note(
                "broken-piece", f"A value on {lines} speaks of a call, and is no message."
            )


def _notes_on(piece: Piece, number: int, data: bytes) -> Iterator[Note]:
    """On a document of this number."""
    at = address.root(number)
    yield Note("pasted", taken(piece), at)
    if piece.body is not None:
        start = piece.span.start
        before = data[data.rfind(b"\n", 0, start) + 1 : start]
        indent = len(before.decode(errors="replace").lstrip("\ufeff"))
        yield from notes_of(piece.body, piece.how, at, piece.span.first, indent)


def taken_stream(stretch: Stretch) -> str:
    """A sentence on a stream of a paste."""
    first = stretch.pieces[0]
    within = f" of {first.source}," if first.source else " on"
    return f"Read the event stream{within} {_places(stretch)}{_sent(first)}."


def _too_many(stretch: Stretch) -> str:
    return (
        f"The event stream on {_places(stretch)} was left out, behind {MOST_APART} others: "
        "upload it by itself."
    )


def _places(stretch: Stretch) -> str:
    return _listed([piece.span.lines for piece in stretch.pieces])


def taken(piece: Piece) -> str:
    """A sentence on a document or an error of a paste."""
    lines = piece.span.lines
    if piece.kind == "error":
        whose = f" of {piece.said_by}" if piece.said_by else ""
        return f"The error{whose} on {lines} was taken for what a provider said."
    what = {"json": "JSON", "slips": "JSON", "python": "Python literal"}[piece.how]
    within = f" of {piece.source}" if piece.source else ""
    text = f"Read the {what}{within}, {lines}{_sent(piece)}"
    if piece.headers:
        text += f"; its headers were left out: {_listed(piece.headers)}"
    return f"{text}."


def _sent(piece: Piece) -> str:
    return f"; it was sent to {piece.server.partition('/')[0]}" if piece.server else ""


def left_out(paste: Paste) -> str:
    """A sentence on what of a paste was not read."""
    count = sum(span.last - span.first + 1 for span in paste.left_out)
    places = _listed([span.lines for span in paste.left_out])
    what = counted(count, "line of text was", "lines of text were")
    return f"{what} left out: {places}."


def _listed(names: tuple[str, ...] | list[str]) -> str:
    more = ", ..." if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
