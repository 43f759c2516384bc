"""Wire JSON as the page shows it: kept compact, laid out and coloured only when it is looked at.

The text is JSON with two liberties: it may begin with a key (`"model":"gpt"`), and it may hold
comments (`/* 2 parts below */`), which are our words and never data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import orjson

from crosswire.address import Address, child
from crosswire.containers import json_document
from crosswire.model import JsonValue
from webapp.presenters.text import printable

LONGEST_STRING = 50_000
"""Characters of one string that the wire view shows; longer ones are nearly always encoded media."""
SHOWN_OF_LONGER = 200
LINE_WIDTH = 64
"""A value that fits into so many characters stands on one line."""
INDENT = "  "

_TOKEN = re.compile(r'(\n|"(?:[^"\\]|\\.)*"|/\*.*?\*/|[{}\[\],:]|[^\s{}\[\],:"]+)', re.DOTALL)


class Piece(NamedTuple):
    """A run of text of one colour."""

    kind: str
    """`key`, `id`, `word` (numbers, true, false, null), `note` (our words); empty for all else."""
    text: str


def compact(value: JsonValue, *, key: str | None = None) -> str:
    """A JSON value as text on one line, led by its key where there is one."""
    text = _fast(value)
    if text is None or len(text) > LONGEST_STRING:
        text = "".join(_exact(value, {}, Address("0:")))
    return text if key is None else f"{_string(key)}:{text}"


def compact_with_notes(value: JsonValue, at: Address, notes: Mapping[Address, str]) -> str:
    """As `compact`, with a comment in the place of some values below `at`."""
    return "".join(_exact(value, notes, at))


def _fast(value: JsonValue) -> str | None:
    """What the fast writer gives; None where it would refuse, or hide one of two equal keys."""
    try:
        return orjson.dumps(value, default=_refuse, option=orjson.OPT_PASSTHROUGH_SUBCLASS).decode()
    except (TypeError, ValueError, RecursionError):
        return None


def _refuse(value: object) -> object:
    raise TypeError(type(value).__name__)


def _exact(value: JsonValue, notes: Mapping[Address, str], at: Address) -> Iterator[str]:
    note = notes.get(at)
    if note is not None:
        yield f"/* {note} */"
    elif isinstance(value, dict):
        yield "{"
        shadowed: list[tuple[str, JsonValue]] = getattr(value, "shadowed", [])
        for i, (key, inner) in enumerate([*shadowed, *value.items()]):
            yield f"{',' if i else ''}{_string(key)}:"
            yield from _exact(inner, notes, child(at, key))
        yield "}"
    elif isinstance(value, list):
        yield "["
        for i, inner in enumerate(value):
            yield "," if i else ""
            yield from _exact(inner, notes, child(at, i))
        yield "]"
    elif isinstance(value, str):
        yield _string(value)
        if len(value) > LONGEST_STRING:
            yield f" /* the first {SHOWN_OF_LONGER} of {len(value):,} characters; the export has them all */"
    else:
        yield json_document.write(value).decode()


def _string(text: str) -> str:
    shown = text if len(text) <= LONGEST_STRING else text[:SHOWN_OF_LONGER]
    return json_document.write(shown).decode()


@dataclass
class _Token:
    kind: str
    text: str
    width: int = 0
    """Of an opening bracket: how long its container is on one line."""
    end: int = 0
    """Of an opening bracket: where its container ends."""


def _tokens(text: str, call_id: str | None) -> list[_Token]:
    tokens = [_Token(_kind(match), match) for match in _TOKEN.findall(text)]
    written = None if call_id is None else _string(call_id)
    for token, following in zip(tokens, [*tokens, _Token("", "")][1:], strict=True):
        if token.text[0] == '"' and following.text == ":":
            token.kind = "key"
        elif token.text == written:
            token.kind = "id"
    _measure(tokens)
    return tokens


def _kind(text: str) -> str:
    if text[0] == "/":
        return "note"
    return "" if text[0] in '"{}[],:\n' else "word"


def _measure(tokens: list[_Token]) -> None:
    open_ones: list[tuple[int, int]] = []
    width = 0
    for i, token in enumerate(tokens):
        if token.text in ("}", "]") and open_ones:
            start, before = open_ones.pop()
            tokens[start].width = width - before
            tokens[start].end = i
        if token.text in ("{", "["):
            open_ones.append((i, width))
        width += len(token.text) + (token.text in (",", ":", "{", "}"))
    for start, before in open_ones:
        tokens[start].width = width - before
        tokens[start].end = len(tokens)


@dataclass
class _Layout:
    pieces: list[Piece] = field(default_factory=list)
    depth: int = 0
    flat_until: int = -1

    def put(self, kind: str, text: str) -> None:
        if self.pieces and self.pieces[-1].kind == kind:
            self.pieces[-1] = Piece(kind, self.pieces[-1].text + text)
        else:
            self.pieces.append(Piece(kind, text))

    def line(self) -> None:
        self.put("", "\n" + INDENT * self.depth)

    def token(self, i: int, token: _Token) -> None:
        flat = i <= self.flat_until
        if token.text in ("{", "["):
            self.open(i, token, flat=flat)
        elif token.text in ("}", "]"):
            self.close(token, flat=flat)
        elif token.text == ",":
            self.put("", ", " if flat else ",")
            if not flat:
                self.line()
        elif token.text == ":":
            self.put("", ": ")
        else:
            space = (
                " "
                if token.kind == "note" and self.pieces[-1:] and self.pieces[-1].text[-1] not in "[{ "
                else ""
            )
            self.put(token.kind, space + token.text)

    def open(self, i: int, token: _Token, *, flat: bool) -> None:
        empty = token.end == i + 1
        self.put("", token.text)
        if flat or empty or token.width <= LINE_WIDTH:
            self.flat_until = max(self.flat_until, token.end)
            self.put("", " " if token.text == "{" and not empty else "")
        else:
            self.depth += 1
            self.line()

    def close(self, token: _Token, *, flat: bool) -> None:
        if not flat:
            self.depth = max(0, self.depth - 1)
            self.line()
        elif token.text == "}" and not self.pieces[-1].text.endswith("{"):
            self.put("", " ")
        self.put("", token.text)


def laid_out(text: str, limit: int | None = None, call_id: str | None = None) -> list[Piece]:
    """The pieces of a wire text over several lines; with a limit about that many characters of them."""
    layout = _Layout()
    for i, token in enumerate(_tokens(text, call_id)):
        layout.token(i, token)
    pieces = [Piece(piece.kind, printable(piece.text)) for piece in layout.pieces]
    return pieces if limit is None else list(_first(pieces, limit))


def _first(pieces: list[Piece], limit: int) -> Iterator[Piece]:
    for piece in pieces:
        if limit <= 0:
            return
        yield Piece(piece.kind, piece.text[:limit])
        limit -= len(piece.text)
