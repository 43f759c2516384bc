"""A walk over JSON text, token by token, that knows where it is: any stretch of a document of
any size, from a place whose address is known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from crosswire.address import Address, escape, split, unescape

Kind = Literal["open", "close", "key", "value", "comma", "colon", "line"]

_TOKEN = re.compile(
    rb'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"?|[{}\[\],:]|[^\s"{}\[\],:]+|\n', re.DOTALL
)
_OPENS, _CLOSES = frozenset(b"{["), frozenset(b"}]")
_LINE, _COMMA, _COLON, _QUOTE, _BRACE = b'\n,:"{'


class Token(NamedTuple):
    """A token and where it stands in the text."""

    kind: Kind
    start: int
    end: int


class _Frame:
    """An object or an array that is open."""

    __slots__ = ("expects_key", "is_object", "key", "position")

    def __init__(self, *, is_object: bool, position: int = 0, key: bytes = b'""') -> None:
        self.is_object = is_object
        self.position = position
        self.key = key
        """As it stands in the text, with its quotes."""
        self.expects_key = is_object

    def copy(self) -> _Frame:
        same = _Frame(is_object=self.is_object, position=self.position, key=self.key)
        same.expects_key = self.expects_key
        return same

    def token(self) -> str:
        """The step to the member that was reached last, as in an address."""
        return escape(_text_of(self.key)) if self.is_object else str(self.position)


@dataclass(slots=True)
class Walk:
    """A place in a document, and the way on from it."""

    document: int = 0
    frames: list[_Frame] = field(default_factory=list)

    @classmethod
    def at(cls, address: Address) -> Walk:
        """The place directly before the value at an address."""
        parts = split(address)
        frames = []
        for token in parts.levels[0]:
            frame = _Frame(is_object=not token.isdigit())
            if frame.is_object:
                frame.key, frame.expects_key = json.dumps(unescape(token)).encode(), False
            else:
                frame.position = int(token)
            frames.append(frame)
        return cls(parts.document, frames)

    def copy(self) -> Walk:
        return Walk(self.document, [frame.copy() for frame in self.frames])

    def address(self, above: int = 0) -> Address:
        """The address of the member that was reached last, or of what is so many steps
        above."""
        frames = self.frames[: len(self.frames) - above]
        return Address(f"{self.document}:" + "".join(f"/{frame.token()}" for frame in frames))

    def tokens(self, data: bytes, start: int = 0, end: int | None = None) -> Iterator[Token]:
        """The tokens of a stretch of the text, which begins where this place is; the place
        moves on with each."""
        for found in _TOKEN.finditer(data, start, len(data) if end is None else end):
            first = data[found.start()]
            yield Token(self._step(first, found.group()), found.start(), found.end())

    def _step(self, first: int, text: bytes) -> Kind:
        if first in _OPENS:
            self.frames.append(_Frame(is_object=first == _BRACE))
            return "open"
        if first in _CLOSES:
            if self.frames:
                self.frames.pop()
            return "close"
        if first == _LINE:
            return "line"
        top = self.frames[-1] if self.frames else None
        if first == _COMMA:
            if top is not None:
                top.expects_key = top.is_object
                top.position += 1
            return "comma"
        if first == _COLON:
            return "colon"
        if first == _QUOTE and top is not None and top.expects_key:
            top.key, top.expects_key = text, False
            return "key"
        return "value"


def _text_of(key: bytes) -> str:
    """A key without its quotes; what is no JSON, as it stands."""
    if b"\\" in key:
        try:
            return str(json.loads(key))
        except ValueError:
            pass
    return key.strip(b'"').decode("utf-8", "surrogateescape")
