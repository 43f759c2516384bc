"""The stretches of a text that can hold a secret: those around long words.

Prose has few such words, so that most logs need a search for keywords in a small part only.
"""

from __future__ import annotations

from bisect import bisect_right

LONG = 16
"""Every secret has so many characters of `SIGNS` in a row, but for kinds that are searched
everywhere."""

SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=-.~%"

BEFORE = 96
"""Bytes before a value in which the name of its variable may be, with quotes and escapes."""
_MARKS = bytes(b"x"[0] if sign in SIGNS else b" "[0] for sign in range(256))
_WORD = b"x" * LONG


class LongWords:
    """The stretches as one text, and the way back."""

    __slots__ = ("_places", "_starts", "text")

    def __init__(self, text: bytes) -> None:
        marks = text.translate(_MARKS)
        pieces: list[bytes] = []
        self._starts: list[int] = []
        self._places: list[int] = []
        size = end = 0
        place = marks.find(_WORD)
        while place != -1:
            start = max(end, place - BEFORE)
            end = marks.find(b" ", place)
            end = len(text) if end == -1 else end
            self._starts.append(size)
            self._places.append(start)
            pieces += (text[start:end], b"\n")
            size += end - start + 1
            place = marks.find(_WORD, end)
        self.text = b"".join(pieces)

    def place(self, position: int) -> int:
        """The position in the whole text of a byte of the stretches."""
        number = bisect_right(self._starts, position) - 1
        return self._places[number] + position - self._starts[number]
