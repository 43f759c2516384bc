"""The documents of an upload as lines, a value each, from their beginning on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crosswire.address import Address, child, nested, root
from crosswire.logs import json_in_text
from crosswire.model import JsonValue

MAX_LINES = 500
MAX_ITEMS = 12
"""Elements of a list that are shown; the shape of the others is theirs."""
MAX_TEXT = 160
MAX_DEPTH = 24


@dataclass(frozen=True, slots=True)
class TreeLine:
    """One value, or the beginning of an object or a list."""

    address: Address
    depth: int
    key: str
    text: str
    """The value; of an object or a list how much is in it."""
    kind: str
    """`object`, `list`, `text`, `word` (a number, true, false, null) or `more`."""


def tree(documents: Sequence[JsonValue]) -> list[TreeLine]:
    """The first lines of the first documents."""
    lines: list[TreeLine] = []
    for number, value in enumerate(documents[:MAX_LINES]):
        name = f"line {number + 1}" if len(documents) > 1 else ""
        for line in _lines(value, root(number), name, 0):
            lines.append(line)
            if len(lines) == MAX_LINES:
                return lines
    return lines


def _lines(value: JsonValue, at: Address, key: str, depth: int) -> Iterator[TreeLine]:
    inner = json_in_text(value) if isinstance(value, str) else None
    if inner is not None:
        yield TreeLine(at, depth, key, "JSON in a text", "text")
        at, value = nested(at), inner
        yield from _below(value, at, depth)
        return
    if not isinstance(value, (dict, list)):
        yield TreeLine(at, depth, key, *_scalar(value))
        return
    count = len(value)
    things = ("field" if isinstance(value, dict) else "element") + ("" if count == 1 else "s")
    kind = "object" if isinstance(value, dict) else "list"
    yield TreeLine(at, depth, key, f"{count:,} {things}", kind)
    yield from _below(value, at, depth)


def _below(value: JsonValue, at: Address, depth: int) -> Iterator[TreeLine]:
    if depth >= MAX_DEPTH:
        yield TreeLine(at, depth + 1, "", "more, deeper", "more")
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _lines(one, child(at, key), key, depth + 1)
    elif isinstance(value, list):
        for number, one in enumerate(value[:MAX_ITEMS]):
            yield from _lines(one, child(at, number), str(number), depth + 1)
        if len(value) > MAX_ITEMS:
            yield TreeLine(at, depth + 1, "", f"{len(value) - MAX_ITEMS:,} more", "more")


def _scalar(value: JsonValue) -> tuple[str, str]:
    if not isinstance(value, str):
        return json.dumps(value), "word"
    text = value if len(value) <= MAX_TEXT else f"{value[:MAX_TEXT]} …"
    return text.replace("\n", "⏎ "), "text"
