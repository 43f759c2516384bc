"""The picture of a conversation's shape: who speaks, where tools are called, where problems
are.

The rows are gathered into columns, at most COLUMNS of them however long the conversation is;
they are stored with it. A lane for each kind of row shows how much of it a column has, and
dots of a fixed size mark what needs a look: they are told apart by lane and shape, and a
colour only helps.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, TypedDict

from webapp.readmodel.outline import Row
from webapp.readmodel.text import printable

COLUMNS = 240
"""As many as can be told apart across a small window."""

Kind = Literal["system", "user", "assistant", "reasoning", "call", "result"]
_ALONE = ("missing", "ambiguous", "orphan", "duplicate")


class Column(TypedDict):
    """Some rows behind one another."""

    first: int
    last: int
    address: str
    """Where the first one stands in the upload."""
    kinds: dict[str, int]
    """How many rows of each kind."""
    alone: int
    """Calls and results that are not paired and should be."""
    errors: int
    warnings: int


def columns(rows: Sequence[Row]) -> list[Column]:
    """The rows in columns of about the same size."""
    count = min(COLUMNS, len(rows))
    edges = [number * len(rows) // count for number in range(count + 1)]
    return [_column(rows[first:last]) for first, last in pairwise(edges)]


def _column(rows: Sequence[Row]) -> Column:
    kinds: dict[str, int] = {}
    for row in rows:
        kind = _kind(row)
        kinds[kind] = kinds.get(kind, 0) + 1
    severities = [mark["severity"] for row in rows for mark in row["marks"]]
    return Column(
        first=rows[0]["number"],
        last=rows[-1]["number"],
        address=printable(rows[0]["address"]),
        kinds=kinds,
        alone=sum(row["how"] in _ALONE for row in rows),
        errors=severities.count("error"),
        warnings=severities.count("warning"),
    )


def _kind(row: Row) -> Kind:
    match row["kind"], row["role"]:
        case ("call" | "result" | "reasoning") as kind, _:
            return kind
        case _, "user":
            return "user"
        case ("envelope", _) | (_, "system" | "developer"):
            return "system"
        case _, "tool":
            return "result"
    return "assistant"
