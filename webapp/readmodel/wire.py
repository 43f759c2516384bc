"""Wire JSON as the page shows it: kept compact, laid out and coloured only when it is looked
at.

The text is JSON with two liberties: it may begin with a key (`"model":"gpt"`), and it may hold
comments, which are ours and never data: `/*part 2*/` for what stands by itself, `/*more 12*/`,
`/*text 12*/` and `/*key 12*/` for what is cut, each with its characters. One of them is a mark
that no page shows: it stands before a call id, so that an id is known by its place and never
by its text.

Everything here is linear in the size of the value, and nearly all of it is left to the fast
writer: one value may be megabytes of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

import orjson

from crosswire.address import Address, escape, is_within, unescape
from crosswire.containers import read_json, write_json
from crosswire.model import JsonValue

LONGEST_STRING = 50_000
"""Characters of one string that the wire view shows; longer ones are nearly always encoded
media."""
SHOWN_OF_LONGER = 200
LONGEST_VALUE = 200_000
"""Characters of one value that the wire view shows at most; a browser is slow with more."""
LARGE = 1_000_000
"""Characters of texts in a value that is written in pieces."""
RUN = 1_000
"""Items of a list that are tried together."""

# Escapes are taken by the thousand and not given back (`(?=(...))\1`): each alone would cost
# memory.
_QUOTED = r'"[^"\\]*(?:(?=(?P<some>(?:\\.[^"\\]*){1,1000}))(?P=some))*"'
TOKEN = re.compile(rf'\n|{_QUOTED}|/\*.*?\*/|[{{}}\[\],:]|[^\s{{}}\[\],:"]+', re.DOTALL)
_STRING = re.compile(rf"{_QUOTED}(?P<colon>:?)", re.DOTALL)
ID_MARK = "/*id*/"

_Tree: TypeAlias = "dict[str, _Tree | str]"
"""Comments by the tokens of the way to their places."""


class _Ready(str):
    """What stands in a value as it is to be written: a comment, or an id with its mark."""


def compact(
    value: JsonValue,
    *,
    key: str | None = None,
    at: Address = Address("0:"),  # noqa: B008 - text, which nothing changes
    ids: Collection[Address] = (),
    notes: Mapping[Address, str] | None = None,
) -> str:
    """A JSON value as text on one line, led by its key where there is one.

    Of the values below `at`, the address of this one, `ids` are marked as call ids, and
    `notes` are replaced by a comment.
    """
    marks = dict.fromkeys(ids, ID_MARK) | {
        place: f"/*{note}*/" for place, note in (notes or {}).items()
    }
    tree: _Tree = {}
    for place, mark in marks.items():
        if is_within(place, at) and place != at:
            _plant(tree, place[len(at) :].split("/")[1:], mark)
    text = _shortened(_written(_marked(value, tree) if tree else value))
    return text if key is None else f"{_shortened([_string(key) + ':'])}{text}"


def _plant(tree: _Tree, tokens: list[str], mark: str) -> None:
    """Put a mark at the end of a path; a note on the way hides it."""
    for token in tokens[:-1]:
        branch = tree.setdefault(token, {})
        if isinstance(branch, str):
            return
        tree = branch
    if tokens:
        tree[tokens[-1]] = mark


def _marked(value: JsonValue, tree: _Tree) -> JsonValue:
    """A value with its marks; only what lies on the way to one is copied."""
    if isinstance(value, dict) and hasattr(value, "shadowed"):  # equal keys, which are rare
        written = (
            f"{_string(key)}:{_plain(_with_mark(inner, tree, token))}"
            for token, key, inner in _entries(value)
        )
        return _Ready(f"{{{','.join(written)}}}")
    if isinstance(value, dict):
        keys = ((unescape(token), token) for token in tree)
        there = [(key, token) for key, token in keys if key in value and escape(key) == token]
        return value | {key: _with_mark(value[key], tree, token) for key, token in there}
    if isinstance(value, list):
        marked = value.copy()
        for token in tree:
            if token.isdecimal() and int(token) < len(value):
                marked[int(token)] = _with_mark(value[int(token)], tree, token)
        return marked
    return value


def _with_mark(value: JsonValue, tree: _Tree, token: str) -> JsonValue:
    """The value to which a token leads."""
    match tree.get(token):
        case None:
            return value
        case str(mark):
            return _Ready(mark + _plain(value) if mark == ID_MARK else mark)
        case branch:
            return _marked(value, branch)


def _written(value: JsonValue) -> Iterator[str]:
    """A value in pieces, each of whole tokens; what is very large is never written whole, as
    a page shows its beginning alone."""
    if not isinstance(value, (dict, list)) or not _is_large(value):
        yield _plain(value)
    elif isinstance(value, dict):
        yield "{"
        for number, (_, key, inner) in enumerate(_entries(value)):
            yield f"{',' if number else ''}{_string(key)}:"
            yield from _written(inner)
        yield "}"
    else:
        yield "["
        for first in range(0, len(value), RUN):
            yield "," if first else ""
            yield from _run(value[first : first + RUN])
        yield "]"


def _is_large(value: JsonValue) -> bool:
    """Whether it takes more text than is to be written at once."""
    waiting, size = [value], 0
    while waiting and size <= LARGE:
        inner = waiting.pop()
        if isinstance(inner, str):
            size += len(inner)
        elif isinstance(inner, dict):
            size += len(inner)
            waiting += inner.values()
        elif isinstance(inner, list):
            size += len(inner)
            waiting += inner
    return size > LARGE


def _plain(value: JsonValue) -> str:
    """JSON by the fast writer, or by the exact one where the fast one would fail."""
    try:
        return orjson.dumps(
            value, default=_of_subclass, option=orjson.OPT_PASSTHROUGH_SUBCLASS
        ).decode()
    except (TypeError, ValueError, RecursionError):
        return "".join(_exact(value))


def _of_subclass(value: object) -> object:
    """What the fast writer makes of a value of another class than those of JSON."""
    if isinstance(value, _Ready):
        return orjson.Fragment(str(value))
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
        yield value if isinstance(value, _Ready) else write_json(value).decode()


def _entries(value: dict[str, JsonValue]) -> Iterator[tuple[str, str, JsonValue]]:
    """Token of the address, key and value of each entry; earlier ones of equal keys come
    first."""
    shadowed: list[tuple[str, JsonValue]] = getattr(value, "shadowed", [])
    seen: dict[str, int] = {}
    for key, inner in shadowed:
        seen[key] = seen.get(key, -1) + 1
        yield f"{escape(key)}~4{seen[key]}", key, inner
    for key, inner in value.items():
        yield escape(key), key, inner


def _run(items: list[JsonValue]) -> Iterator[str]:
    """Items of an array with commas between them."""
    if not _is_large(items):
        yield _plain(items)[1:-1]
        return
    for number, item in enumerate(items):
        yield "," if number else ""
        yield from _written(item)


def _string(text: str) -> str:
    return write_json(text).decode()


def _shortened(pieces: Iterable[str]) -> str:
    """A text in pieces of whole tokens, with a note in place of what is too long for a
    page."""
    begin, size = list[str](), 0
    for piece in pieces:
        if len(piece) > LONGEST_STRING:
            piece = _STRING.sub(_beginning, piece)
        if size <= LONGEST_VALUE:
            begin.append(piece)
        size += len(piece)
    text = "".join(begin)
    if size <= LONGEST_VALUE:
        return text
    cut = 0
    for found in TOKEN.finditer(text):
        if found.end() > LONGEST_VALUE:
            break
        cut = found.end()
    return f"{text[:cut]} /*more {size - cut}*/"


def _beginning(found: re.Match[str]) -> str:
    """The beginning of a string that is too long; a shorter one stays as it is."""
    written = found.group()
    if len(written) <= LONGEST_STRING:
        return written
    text: str = read_json(written.removesuffix(":").encode())  # type: ignore[assignment]
    if len(text) <= LONGEST_STRING:
        return written
    note = f"/*{'key' if found['colon'] else 'text'} {len(text)}*/"
    return f"{_string(text[:SHOWN_OF_LONGER])}{found['colon']} {note}"
