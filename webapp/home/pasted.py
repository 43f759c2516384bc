"""What a pasted text holds, told before anything of it is kept; and the error in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import crosswire
from crosswire.containers import Paste, Piece, bytes_of, is_wrapped, size_of, split_paste
from crosswire.counting import counted
from crosswire.errors import CrosswireError
from crosswire.explanations import error_alone, errors_beside
from webapp.database.tables import ConversationRow, JobRow
from webapp.readmodel.text import one_line
from webapp.uploads.sent import Upload

LONGEST_ERROR = 25_000
"""Bytes of a text that may be an error alone."""
LONGEST_PASTE = 1_000_000
"""Bytes of a text that is kept and not read yet, in which an error is looked for."""
MOST_TOLD = 8
LONGEST_WORDS = 160

TEXT_ALONE = (
    "This is text alone: no log stands in it, and no error that is known. Paste the request "
    "that was refused, or the words of the provider."
)

State = Literal["taken", "left-out", "unfit"]


@dataclass(frozen=True, slots=True)
class Taken:
    """A line on one thing that a pasted text holds."""

    state: State
    what: str
    words: str


def error_of(sent: Upload) -> str:
    """The error that an upload is and nothing else; empty where it is something else."""
    if sent.format is not None or size_of(sent.data) > LONGEST_ERROR or is_wrapped(sent.data):
        return ""
    try:
        crosswire.load(sent.data, unpack=None)
    except CrosswireError as refused:
        return error_alone(sent.data, refused) or ""
    return ""


def is_text_alone(text: str) -> bool:
    """Whether a text that could not be read has nothing in it that a log begins with."""
    return bool(text.strip()) and not set("{[<").intersection(text)


def error_beside(sent: Upload, row: ConversationRow | JobRow) -> str:
    """The errors that stand beside the log in a paste; empty where there are none."""
    is_job = isinstance(row, JobRow)  # of which nobody knows yet what it is
    is_short = size_of(sent.data) <= LONGEST_PASTE
    may_be = is_short if is_job else row.upload.container == "pasted"
    return "\n\n".join(errors_beside(bytes_of(sent.data))) if may_be else ""


def what_is_taken(sent: Upload) -> list[Taken]:
    """Each thing that would be taken of an upload, and what would be left out."""
    try:
        log = crosswire.load(sent.data, format=sent.format, unpack=None)
    except CrosswireError as refused:
        return _without_log(sent, refused)
    paste = split_paste(bytes_of(sent.data)) if log.container == "pasted" else None
    told = [_of_log(log, paste)]
    if paste is not None:
        told += [_of_error(piece) for piece in paste.of("error")]
        told += [
            Taken("unfit", "Not read", f"{piece.span.lines}: {piece.fault}")
            for piece in paste.of("broken")
        ]
    unread = [note for one in log.conversations for note in one.unread[:1]]
    told += [Taken("unfit", "Not all read", note.message) for note in unread[:1]]
    told += _left_out(sent, paste)
    return told[:MOST_TOLD]


def _of_log(log: crosswire.Log, paste: Paste | None) -> Taken:
    conversations = log.conversations
    first = conversations[0]
    shape = f" {first.shape}" if first.shape in ("request", "response") else ""
    counts = [
        counted(len(first.messages), "message"),
        counted(len(list(first.calls())), "call"),
    ]
    if len(conversations) > 1:
        counts = [counted(len(conversations), "conversation")]
    pieces = [] if paste is None else paste.pieces
    places = [_place(piece) for piece in pieces if piece.kind in ("log", "stream")]
    return Taken(
        "taken", f"{log.detection.title}{shape}", ": ".join([*places[:1], ", ".join(counts)])
    )


def _place(piece: Piece) -> str:
    return f"from {piece.source}, {piece.span.lines}" if piece.source else piece.span.lines


def _of_error(piece: Piece) -> Taken:
    whose = f" of {piece.said_by}" if piece.said_by else ""
    return Taken(
        "taken",
        f"The error{whose}",
        f"{piece.span.lines}: {one_line(piece.text, LONGEST_WORDS)}",
    )


def _left_out(sent: Upload, paste: Paste | None) -> list[Taken]:
    """Headers, what was cut, and text."""
    parts = []
    if paste is not None:
        headers = dict.fromkeys(name for piece in paste.pieces for name in piece.headers)
        if headers:
            parts.append(f"headers ({one_line(', '.join(headers), LONGEST_WORDS)})")
        lines = sum(span.last - span.first + 1 for span in paste.left_out)
        if lines:
            parts.append(f"{counted(lines, 'line')} of text")
    if sent.cut:
        names = one_line(", ".join(sent.cut), LONGEST_WORDS)
        parts.append(f"keys, which are never kept ({names})")
    words = "; ".join(parts)
    return [Taken("left-out", "Left out", words)] if words else []


def _without_log(sent: Upload, refused: CrosswireError) -> list[Taken]:
    error = error_alone(sent.data, refused) if size_of(sent.data) <= LONGEST_ERROR else None
    if error is None:
        text = bytes_of(sent.data).decode("utf-8", "replace")
        named = str(refused).rpartition(" Known formats: ")[0] or str(refused)
        words = TEXT_ALONE if is_text_alone(text) else named
        return [Taken("unfit", "No log yet", words)]
    paste = split_paste(bytes_of(sent.data))
    found = paste.of("error") if paste is not None else []
    told = [_of_error(piece) for piece in found] or [
        Taken("taken", "The error", one_line(error, LONGEST_WORDS))
    ]
    return [
        *told,
        Taken("left-out", "No log", "Add the request to get the fix, too."),
    ]
