"""Wire JSON as the page shows it: kept compact, laid out and coloured only when it is looked at.

The text is JSON with two liberties: it may begin with a key (`"model":"gpt"`), and it may hold
comments (`/* part 2 */`), which are our words and never data. One of them is a mark that no page
shows: it stands before a call id, so that an id is known by its place and never by its text.

Everything here is linear in the size of the value, and nearly all of it is left to the fast writer:
one value may be megabytes of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import orjson

from crosswire.address import Address, escape, is_within
from crosswire.containers import json_document
from crosswire.model import JsonValue
from webapp.readmodel.text import holdable

LONGEST_STRING = 50_000
"""Characters of one string that the wire view shows; longer ones are nearly always encoded media."""
SHOWN_OF_LONGER = 200
LONGEST_VALUE = 200_000
"""Characters of one value that the wire view shows at most; a browser is slow with more."""
LINE_WIDTH = 64
"""A value that fits into so many characters stands on one line."""
INDENT = "  "
DEEPEST_INDENT = 20
"""Levels that are indented; the blanks before deeper ones would be more than the text."""
RUN = 1_000
"""Items of a list that are tried together."""

# Escapes are taken by the thousand and not given back (`(?=(...))\1`): each alone would cost memory.
_QUOTED = r'"[^"\\]*(?:(?=(?P<some>(?:\\.[^"\\]*){1,1000}))(?P=some))*"'
_TOKEN = re.compile(rf'\n|{_QUOTED}|/\*.*?\*/|[{{}}\[\],:]|[^\s{{}}\[\],:"]+', re.DOTALL)
_STRING = re.compile(rf"{_QUOTED}(?P<colon>:?)", re.DOTALL)
_ID_MARK = "/*id*/"

_Tree: TypeAlias = "dict[str, _Tree | str]"
"""Comments by the tokens of the way to their places."""


class Piece(NamedTuple):
    """A run of text of one colour."""

    kind: str
    """`key`, `id`, `word` (numbers, true, false, null), `note` (our words); empty for all else."""
    text: str


def compact(
    value: JsonValue,
    *,
    key: str | None = None,
    at: Address = Address("0:"),  # noqa: B008 - text, which nothing changes
    ids: Collection[Address] = (),
    notes: Mapping[Address, str] | None = None,
) -> str:
    """A JSON value as text on one line, led by its key where there is one.

    Of the values below `at`, the address of this one, `ids` are marked as call ids, and `notes` are
    replaced by a comment.
    """
    marks = dict.fromkeys(ids, _ID_MARK) | {place: f"/* {note} */" for place, note in (notes or {}).items()}
    tree: _Tree = {}
    for place, mark in marks.items():
        if is_within(place, at) and place != at:
            _plant(tree, place[len(at) :].split("/")[1:], mark)
    text = _shortened("".join(_with_marks(value, tree)) if tree else _plain(value))
    return text if key is None else f"{_shortened(_string(key) + ':')}{text}"


def _plant(tree: _Tree, tokens: list[str], mark: str) -> None:
    """Put a mark at the end of a way; a note that stands on the way hides it."""
    for token in tokens[:-1]:
        branch = tree.setdefault(token, {})
        if isinstance(branch, str):
            return
        tree = branch
    if tokens:
        tree[tokens[-1]] = mark


def _plain(value: JsonValue) -> str:
    """By the fast writer, unless it would refuse or hide one of two equal keys."""
    try:
        return orjson.dumps(value, default=_refuse, option=orjson.OPT_PASSTHROUGH_SUBCLASS).decode()
    except (TypeError, ValueError, RecursionError):
        return "".join(_exact(value))


def _refuse(value: object) -> object:
    raise TypeError(type(value).__name__)


def _exact(value: JsonValue) -> Iterator[str]:
    if isinstance(value, dict):
        yield "{"
        for i, (_, key, inner) in enumerate(_entries(value)):
            yield f"{',' if i else ''}{_string(key)}:"
            yield from _exact(inner)
        yield "}"
    elif isinstance(value, list) and len(value) > RUN:
        # One number that the fast writer refuses is no reason to write all the others slowly.
        runs = (value[i : i + RUN] for i in range(0, len(value), RUN))
        yield f"[{','.join(_plain(run)[1:-1] for run in runs)}]"
    elif isinstance(value, list):
        yield "["
        for i, inner in enumerate(value):
            yield "," if i else ""
            yield from _exact(inner)
        yield "]"
    else:
        yield json_document.write(value).decode()


def _entries(value: dict[str, JsonValue]) -> Iterator[tuple[str, str, JsonValue]]:
    """Token of the address, key and value of each entry; earlier ones of equal keys come first."""
    shadowed: list[tuple[str, JsonValue]] = getattr(value, "shadowed", [])
    seen: dict[str, int] = {}
    for key, inner in shadowed:
        seen[key] = seen.get(key, -1) + 1
        yield f"{escape(key)}~4{seen[key]}", key, inner
    for key, inner in value.items():
        yield escape(key), key, inner


def _with_marks(value: JsonValue, tree: _Tree) -> Iterator[str]:
    """As `_plain`, and on the way to the marks step by step; what lies between is written in runs."""
    if isinstance(value, dict):
        yield "{"
        yield ",".join(_runs(_entries(value), tree))
        yield "}"
    elif isinstance(value, list):
        yield "["
        yield ",".join(_runs(((str(i), None, inner) for i, inner in enumerate(value)), tree))
        yield "]"
    else:
        yield _plain(value)


def _runs(entries: Iterator[tuple[str, str | None, JsonValue]], tree: _Tree) -> Iterator[str]:
    """The entries of an object, or of an array (which have no key), without the brackets."""
    run: list[JsonValue] = []
    for token, key, inner in entries:
        branch = tree.get(token)
        if branch is None and key is None:
            run.append(inner)
            continue
        if run:
            yield _plain(run)[1:-1]
            run = []
        led = "" if key is None else f"{_string(key)}:"
        if branch is None:
            yield led + _plain(inner)
        elif isinstance(branch, str):
            yield led + (_ID_MARK + _plain(inner) if branch == _ID_MARK else branch)
        else:
            yield led + "".join(_with_marks(inner, branch))
    if run:
        yield _plain(run)[1:-1]


def _string(text: str) -> str:
    return json_document.write(text).decode()


def _shortened(text: str) -> str:
    """Without what no page can show of a long text, and with words in its place."""
    if len(text) <= LONGEST_STRING:
        return text
    text = _STRING.sub(_beginning, text)
    if len(text) <= LONGEST_VALUE:
        return text
    cut = 0
    for found in _TOKEN.finditer(text):
        if found.end() > LONGEST_VALUE:
            break
        cut = found.end()
    return (
        f"{text[:cut]} /* {len(text) - cut:,} more characters are not shown; the downloads have them all */"
    )


def _beginning(found: re.Match[str]) -> str:
    """Of a string that is too long; one that is not stays as it is."""
    written = found.group()
    if len(written) <= LONGEST_STRING:
        return written
    text: str = json_document.read(written.removesuffix(":").encode())  # type: ignore[assignment]
    if len(text) <= LONGEST_STRING:
        return written
    what = "of a key of" if found["colon"] else "of"
    note = f"/* the first {SHOWN_OF_LONGER} {what} {len(text):,} characters; the downloads have them all */"
    return f"{_string(text[:SHOWN_OF_LONGER])}{found['colon']} {note}"


@dataclass
class Token:
    """A word of JSON, a bracket, a sign, or a comment."""

    kind: str
    text: str
    width: int = 0
    """Of an opening bracket: how long its container is on one line."""
    end: int = 0
    """Of an opening bracket: where its container ends."""


def tokens(text: str, limit: int | None) -> list[Token]:
    """The tokens of the text, or of its first `limit` characters."""
    # A little further, to know which of the brackets left open would fit on a line.
    last = len(text) if limit is None else limit + 2 * LINE_WIDTH
    tokens: list[Token] = []
    shown = 0
    for found in _TOKEN.finditer(text):
        if found.start() >= last:
            break
        if tokens and tokens[-1].text == _ID_MARK:
            tokens[-1] = Token("id", found.group())
        else:
            tokens.append(Token(_kind(found.group()), found.group()))
        if found.group() == ":" and len(tokens) > 1 and tokens[-2].text[0] == '"':
            tokens[-2].kind = "key"
        if limit is None or found.start() < limit:
            shown = len(tokens)
            if limit is not None and found.end() > limit:
                tokens[-1].text = tokens[-1].text[: limit - found.end()]
    _measure(tokens)
    return tokens[:shown]


def _kind(text: str) -> str:
    if text[0] == "/":
        return "note"
    return "" if text[0] in '"{}[],:\n' else "word"


def _measure(tokens: list[Token]) -> None:
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
    for start, _ in open_ones:
        tokens[start].width = LINE_WIDTH + 1
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
        self.put("", "\n" + INDENT * min(self.depth, DEEPEST_INDENT))

    def token(self, i: int, token: Token) -> None:
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
            space = " " if self.needs_space(token) else ""
            self.put(token.kind, space + token.text)

    def needs_space(self, token: Token) -> bool:
        """Whether a word of ours stands right before or after a value."""
        last = self.pieces[-1] if self.pieces else Piece("", " ")
        return "note" in (token.kind, last.kind) and last.text[-1] not in "[{ \n"

    def open(self, i: int, token: Token, *, flat: bool) -> None:
        empty = token.end == i + 1
        self.put("", f" {token.text}" if self.needs_space(token) else token.text)
        if flat or empty or token.width <= LINE_WIDTH:
            self.flat_until = max(self.flat_until, token.end)
            self.put("", " " if token.text == "{" and not empty else "")
        else:
            self.depth += 1
            self.line()

    def close(self, token: Token, *, flat: bool) -> None:
        if not flat:
            self.depth = max(0, self.depth - 1)
            self.line()
        elif token.text == "}" and not self.pieces[-1].text.endswith("{"):
            self.put("", " ")
        self.put("", token.text)


def laid_out(text: str, limit: int | None = None) -> list[Piece]:
    """The pieces of a wire text over several lines, or of its first `limit` characters."""
    layout = _Layout()
    for i, token in enumerate(tokens(text, limit)):
        layout.token(i, token)
    return [Piece(piece.kind, holdable(piece.text)) for piece in layout.pieces]
