"""Secrets in pieces: a stream sends a text a few letters at a time, and no event has all.

The strings under the same keys of successive events are joined as they are written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct, field

from crosswire.containers import sse

Span = tuple[int, int]

# `(?=(...))\1` takes escapes by the thousand and gives none back: each alone costs memory.
_ESCAPES = rb"(?:(?=(?P<some>(?:\\.[^\"\\\n]*){1,1000}))(?P=some))*"
_TOKEN = re.compile(
    rb'"(?P<text>[^"\\\n]*' + _ESCAPES + rb')(?:"(?P<key>\s{0,4}:)?|(?P<endless>))|[{}\[\]]'
)
_BRACKET = re.compile(rb"[{}\[\]]")
_SIGNS = (b"delta", b"chunk", b'"candidates"', b'"done"', b"contentBlock")
_IN_NAMES = re.compile(
    rb'"(?:[^"\s\\]{0,60}(?:delta|chunk|contentBlock)[^"\s\\]{0,60}|candidates)"|"done"\s{0,4}:'
)
"""What says so as a name or a kind, and not in a text in which somebody speaks of it."""
_LOOKED_AT = 1 << 16


def may_be_streamed(data: bytes) -> bool:
    """Whether an upload begins like a stream, or like events that were kept as JSON."""
    start = data[:_LOOKED_AT]
    if sse.is_stream(data):
        return True
    return any(sign in start for sign in _SIGNS) and _IN_NAMES.search(start) is not None


class Joined:
    """A joined text, and the places of its pieces in the upload."""

    __slots__ = ("_ends", "_spans", "text")

    def __init__(self, data: bytes, spans: list[Span]) -> None:
        self._spans = spans
        self._ends = list(accumulate(end - start for start, end in spans))
        self.text = b"".join(data[start:end] for start, end in spans)

    def pieces(self, start: int, end: int) -> list[Span]:
        """The pieces of a part of the text, with their places in the upload."""
        found = []
        number = bisect_right(self._ends, start)
        while start < end:
            until = min(end, self._ends[number])
            offset = self._spans[number][1] - self._ends[number]
            found.append((start + offset, until + offset))
            start = until
            number = bisect_right(self._ends, start)
        return found


def _tokens(data: bytes) -> Iterator[re.Match[bytes]]:
    """The strings and brackets; after a quote that has no end, only brackets."""
    for token in _TOKEN.finditer(data):
        if token.lastgroup == "endless":
            yield from _BRACKET.finditer(data, *token.span())
        else:
            yield token


class _Place(Struct):
    """Where something stands, whatever the positions in the arrays around it."""

    under: dict[bytes, _Place] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)
    """Of the texts there."""

    def at(self, key: bytes) -> _Place:
        return self.under.get(key) or self.under.setdefault(key, _Place())


def _texts(data: bytes) -> list[list[Span]]:
    """The texts of each place, in the order in which the places come."""
    texts: list[list[Span]] = []
    around: list[tuple[_Place, bytes]] = []
    place, key = _Place(), b""
    for token in _tokens(data):
        kind = token.lastgroup
        if kind == "key":
            key = token["text"]
        elif kind == "text":
            start, end = token.span("text")
            if start < end:
                spans = place.at(key).spans
                if not spans:
                    texts.append(spans)
                spans.append((start, end))
        elif token[0] in b"{[":
            around.append((place, key))
            place, key = place.at(key), b""
        elif around:
            place, key = around.pop()
    return texts


def joined(data: bytes) -> Iterator[Joined]:
    """Every text that came in more than one piece."""
    for spans in _texts(data):
        if len({data[start:end] for start, end in spans}) > 1:
            yield Joined(data, spans)
