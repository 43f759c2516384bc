"""Compares a provider's message with texts that are known, whatever stands around it.

Known texts hold an ellipsis for each thing that varies. Messages come wrapped in JSON, in a
traceback or in another program's words, with quotes or backticks or none, broken over lines
and cut off at either end. Both are therefore brought to one plain form first. A message is
compared with a text by its pieces, in order; where that fails, by its words. All of it takes
time in proportion to the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from crosswire.cached_property import cached_property

FIRST = 20_000
LAST = 5_000
"""Characters of a message that are read, of its beginning and of its end."""

_WINDOW = 2_000
"""How far the pieces of one text may stand apart: what varies may be a long id."""
_OCCURRENCES = 5
"""How many places of the longest piece of a text are tried."""
MIN_PIECE = 8
"""Characters of the longest piece; a text of shorter pieces is not looked for."""

_BACKSLASHES = re.compile(r"\\+")
_UNICODE = re.compile(r"\\u([0-9a-fA-F]{4})")
_LINE_ENDS = re.compile(r"\\[nr]")
_QUOTES = re.compile("[\"'`\u00b4\u2018\u2019\u201c\u201d\\\\]")
_SPACE = re.compile(r"\s+")
_DOTS = re.compile(r"\.\.\.+|…+")
_INDEX = re.compile(r"\[(?:\d+|n)\]|(?<=[a-z])\.(?:\d+|[nm])(?=[.: ])")
_WORD = re.compile(r"[a-z][a-z_]+")


def is_too_long(message: str) -> bool:
    return len(message) > FIRST + LAST


def shortened(message: str) -> str:
    """The part of a message that is read; an ellipsis marks each end of a cut."""
    return f"{message[:FIRST]}…\n…{message[-LAST:]}" if is_too_long(message) else message


def unescaped(message: str) -> str:
    """A message without the escapes of the JSON that it stands in, however often it was
    wrapped."""
    text = _BACKSLASHES.sub(r"\\", message)
    text = _UNICODE.sub(lambda match: chr(int(match[1], 16)), text)
    return _LINE_ENDS.sub("\n", text).replace("\\t", " ").replace("\\", "")


def plain(text: str) -> str:
    """An unescaped message in the form in which it is compared: small letters, single spaces,
    no quotes."""
    text = _QUOTES.sub("", text.lower())
    text = _SPACE.sub(" ", _DOTS.sub("…", text))
    return text.replace(" .", ".").replace(" ,", ",").replace(" :", ":").strip()


def words(text: str) -> list[str]:
    """The words of a plain text, without what numbers and signs are in it."""
    return _WORD.findall(text)


@dataclass(frozen=True)
class Template:
    """A text that is known, in the plain form."""

    text: str

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """What stands between the things that vary; numbers of a path vary too."""
        varied = _INDEX.sub(
            lambda match: "[…]" if match[0][0] == "[" else ".…", plain(self.text)
        )
        return tuple(filter(None, (piece.strip(" .") for piece in varied.split("…"))))

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(words(" ".join(self.pieces)))

    @cached_property
    def weight(self) -> int:
        """How many characters must agree: the more, the surer."""
        return sum(map(len, self.pieces))

    def found_in(self, message: str) -> tuple[int, int] | None:
        """The start and end of the text in a plain message; None where it is not there."""
        longest = max(self.pieces, key=len, default="")
        starts = _occurrences(longest, message) if len(longest) >= MIN_PIECE else ()
        places = (self._around(longest, start, message) for start in starts)
        return next((place for place in places if place is not None), None)

    def _around(self, longest: str, start: int, message: str) -> tuple[int, int] | None:
        """The whole text around the place where its longest piece stands."""
        middle = self.pieces.index(longest)
        first, last = start, start + len(longest)
        for piece in reversed(self.pieces[:middle]):
            first = message.rfind(piece, max(0, first - _WINDOW), first)
            if first < 0:
                return None
        for piece in self.pieces[middle + 1 :]:
            start = message.find(piece, last, last + _WINDOW + len(piece))
            if start < 0:
                return None
            last = start + len(piece)
        return first, last


def _occurrences(piece: str, message: str) -> Iterator[int]:
    start = -1
    for _ in range(_OCCURRENCES):
        start = message.find(piece, start + 1)
        if start < 0:
            return
        yield start
