"""The picture of a conversation's shape, drawn from its columns.

A lane for each kind of row shows how much of it a column has, and dots of a fixed size mark
what needs a look: they are told apart by lane and shape, and a colour only helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from math import ceil, sqrt
from typing import Literal, NamedTuple

from webapp.readmodel.strip import COLUMNS, Column, Kind

LINKS = 8
"""Stretches of the picture that are links where no script finds the column."""


_LANES: dict[Kind, tuple[int, int]] = {
    "user": (6, -6),
    "system": (6, 3),
    "assistant": (16, -6),
    "reasoning": (16, 3),
    "call": (26, -6),
    "result": (26, 3),
}
"""Where each kind stands, and how far it reaches up or down from there, in pixels."""


HEIGHT = 40


_CALLS_FROM, _CALLS_TO, _PROBLEMS_AT = 20, 29, 35
_GAP = 0.08
"""Between bars, where there are so few that each can be seen."""


class Shape(NamedTuple):
    """One path of the picture."""

    kind: str
    d: str


class Stretch(NamedTuple):
    """A part of the picture that leads to its rows."""

    first: int
    last: int
    address: str
    words: str


class Picture:
    """What a page shows of the columns."""

    height = HEIGHT

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns

    @cached_property
    def drawing(self) -> list[Shape]:
        return drawing(self.columns)

    @cached_property
    def stretches(self) -> list[Stretch]:
        return list(stretches(self.columns))


def drawing(columns: Sequence[Column]) -> list[Shape]:
    """The picture, one path for each kind: as wide as there are columns, and HEIGHT high."""
    shapes = [Shape(kind, _bars(columns, kind)) for kind in _LANES]
    shapes.append(Shape("alone", _marks(columns, "alone", _CALLS_FROM, _CALLS_TO)))
    shapes.append(Shape("warning", _marks(columns, "warnings", _PROBLEMS_AT, _PROBLEMS_AT)))
    shapes.append(Shape("error", _marks(columns, "errors", _PROBLEMS_AT, _PROBLEMS_AT)))
    return [shape for shape in shapes if shape.d]


def _bars(columns: Sequence[Column], kind: Kind) -> str:
    """How much of a kind each column has, beside the one with most; by the root, so that
    little is seen."""
    base, reach = _LANES[kind]
    way = 1 if reach > 0 else -1
    counts = [column["kinds"].get(kind, 0) for column in columns]
    most = max(counts)
    if not most:
        return ""
    high_for = {count: ceil(abs(reach) * sqrt(count / most)) for count in set(counts)}
    heights = [high_for[count] for count in counts]
    if len(columns) < COLUMNS // 3:
        return "".join(
            f"M{x + _GAP / 2:g} {base}v{way * high}h{1 - _GAP:g}V{base}z"
            for x, high in enumerate(heights)
            if high
        )
    # Bars without a gap are one outline, which says each height once.
    runs = "".join(f"V{base + way * high}h{len(list(run))}" for high, run in groupby(heights))
    return f"M0 {base}{runs}V{base}z"


def _marks(
    columns: Sequence[Column],
    field: Literal["alone", "warnings", "errors"],
    first: int,
    last: int,
) -> str:
    """A line in each column that has any; one without length is a dot, however wide a column
    is."""
    return "".join(
        f"M{x}.5 {first}V{last}" for x, column in enumerate(columns) if column[field]
    )


def stretches(columns: Sequence[Column], count: int = LINKS) -> Iterator[Stretch]:
    """The columns in so many links, or one by one."""
    size = -(-len(columns) // count)
    for first in range(0, len(columns), size):
        some = columns[first : first + size]
        yield Stretch(some[0]["first"], some[-1]["last"], some[0]["address"], words(some))


def words(columns: Sequence[Column]) -> str:
    """What some columns hold: `Rows 2,000 to 2,010: 14 calls, 3 errors`."""
    first, last = columns[0]["first"], columns[-1]["last"]
    place = f"Row {first:,}" if first == last else f"Rows {first:,} to {last:,}"
    told = [f"{count:,} {_plural(name, count)}" for name, count in _counts(columns) if count]
    return f"{place}: {', '.join(told)}"


def _counts(columns: Sequence[Column]) -> Iterator[tuple[str, int]]:
    for kind, name in _NAMES.items():
        yield name, sum(column["kinds"].get(kind, 0) for column in columns)
    yield "not paired", sum(column["alone"] for column in columns)
    yield "error", sum(column["errors"] for column in columns)
    yield "warning", sum(column["warnings"] for column in columns)


_NAMES: dict[Kind, str] = {
    "system": "system part",
    "user": "user part",
    "assistant": "assistant part",
    "reasoning": "reasoning part",
    "call": "call",
    "result": "result",
}


def _plural(name: str, count: int) -> str:
    return name if count == 1 or name == "not paired" else f"{name}s"
