"""The parts of a text that can hold a secret: its long words, and what stands before them.

Prose has few such words, so that most logs need a search for keywords in a small part only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import accumulate

from crosswire.secrets.streamed import Span

LONG = 16
"""Every secret has so many characters of `SIGNS` in a row, but for kinds that are searched
everywhere."""

SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=-.~%"

BEFORE = 96
"""Bytes before a value in which the name of its variable may be, with quotes and escapes."""
_MARKS = bytes(b"x"[0] if sign in SIGNS else b" "[0] for sign in range(256))
_WORD = b"x" * LONG


def begins_long(text: str) -> bool:
    """Whether a text begins with a long word, or with the most of one."""
    begin = text[:LONG].encode()
    return len(begin) == LONG and all(sign in SIGNS for sign in begin)


class Extract:
    """Some spans of a text as one text, and the way back."""

    __slots__ = ("_ends", "_spans", "text")

    def __init__(self, text: bytes, spans: list[Span]) -> None:
        into = BytesIO()  # what it gives in the end is no copy
        for start, end in spans:
            into.write(text[start:end])
            into.write(b"\n")
        into.truncate(max(0, into.tell() - 1))
        self.text = into.getvalue()
        self._spans = spans
        self._ends: list[int] = []

    def place(self, position: int) -> int:
        """The position in the whole text of a byte of the extract."""
        if not self._ends:
            self._ends = list(accumulate(end - start + 1 for start, end in self._spans))
        number = bisect_right(self._ends, position)
        return position + self._spans[number][1] + 1 - self._ends[number]


class LongWords:
    """The long words of a text, each with the sign before it, and also with more before it."""

    __slots__ = ("alone", "with_names")

    def __init__(self, text: bytes) -> None:
        words = _words(text)
        self.alone = Extract(text, [(max(0, start - 1), end) for start, end in words])
        self.with_names = Extract(text, list(_with_names(words)))


def _words(text: bytes) -> list[Span]:
    """Where the long words stand."""
    marks = text.translate(_MARKS)
    words: list[Span] = []
    place = marks.find(_WORD)
    while place != -1:
        end = marks.find(b" ", place + LONG)
        if end == -1:
            end = len(text)
        words.append((place, end))
        place = marks.find(_WORD, end)
    return words


def _with_names(words: Iterable[Span]) -> Iterator[Span]:
    """The words with what stands before them; words that stand near each other in one."""
    begin = until = 0
    for start, end in words:
        if start - BEFORE > until:
            if until:
                yield begin, until
            begin = start - BEFORE
        until = end
    if until:
        yield begin, until
