"""Secrets in pieces: a stream sends a text a few letters at a time, and no event has all.

The strings under the same keys of successive events are joined as they are written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from crosswire.containers import sse

Span = tuple[int, int]

# `(?=(...))\1` takes escapes by the thousand and gives none back: each alone costs memory.
_ESCAPES = rb"(?:(?=(?P<some>(?:\\.[^\"\\\n]*){1,1000}))(?P=some))*"
_TOKEN = re.compile(
    rb'(?P<quote>")(?P<text>[^"\\\n]*'
    + _ESCAPES
    + rb')(?P<end>"(?P<colon>\s{0,4}:)?)?|[{}\[\]]'
)
_BRACKET = re.compile(rb"[{}\[\]]")
_SIGNS = (b"delta", b"chunk", b'"candidates"', b'"done"', b"contentBlock")
_LOOKED_AT = 1 << 16


def may_be_streamed(data: bytes) -> bool:
    """Whether an upload begins like a stream, or like events that were kept as JSON."""
    start = data[:_LOOKED_AT]
    return sse.is_stream(data) or any(sign in start for sign in _SIGNS)


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
        if token["quote"] and not token["end"]:
            yield from _BRACKET.finditer(data, *token.span())
        else:
            yield token


def joined(data: bytes) -> Iterator[Joined]:
    """Every text that came in more than one piece."""
    texts: dict[tuple[bytes, ...], list[Span]] = {}
    keys: list[bytes] = []
    key = b""
    for token in _tokens(data):
        first = token[0][:1]
        if first == b'"':
            if token["colon"] is not None:
                key = token["text"]
            elif token["text"]:
                texts.setdefault((*keys, key), []).append(token.span("text"))
        elif first in (b"{", b"["):
            keys.append(key)
            key = b""
        elif keys:
            key = keys.pop()
    for spans in texts.values():
        if len({data[start:end] for start, end in spans}) > 1:
            yield Joined(data, spans)
