"""How the connectors between calls and results run through the gutter beside the rows.

Each connector has a lane of its own between its two rows. Where lanes run out, or a connector
would pass too many rows, both ends show a stub that points to the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypedDict

LANES = 4
LONGEST_DRAWN = 40
"""Rows that one connector may pass: a line that leaves the screen for pages tells nothing."""


class Connection(NamedTuple):
    """Two rows that belong together."""

    call_row: int
    result_row: int
    call: int
    """The number of the call."""
    quality: str
    """`sure` (by id), `inferred` (by position or name), or `broken` (most likely meant so)."""


class Strand(TypedDict):
    """What one row shows of one connector."""

    lane: int
    piece: str
    """`start`, `pass` or `end`; `stub-down` or `stub-up` where the line is not drawn."""
    at: str
    """`call`, `result`, or empty where it passes."""
    call: int
    quality: str
    other: int | None
    """The row at the other end; None where it passes."""


def strands(connections: Iterable[Connection]) -> dict[int, list[Strand]]:
    """For each row that has any: the connectors that begin, pass and end there."""
    rows: dict[int, list[Strand]] = defaultdict(list)
    free_from = [0] * LANES
    for connection in sorted(connections, key=lambda it: (min(it[:2]), max(it[:2]))):
        first, last = sorted(connection[:2])
        lane = next((lane for lane, row in enumerate(free_from) if row <= first), None)
        if lane is None or last - first > LONGEST_DRAWN:
            _add(rows, connection, first, "stub-down", 0)
            _add(rows, connection, last, "stub-up", 0)
            continue
        free_from[lane] = last + 1
        _add(rows, connection, first, "start", lane)
        for row in range(first + 1, last):
            _add(rows, connection, row, "pass", lane)
        _add(rows, connection, last, "end", lane)
    return rows


def _add(
    rows: dict[int, list[Strand]], connection: Connection, row: int, piece: str, lane: int
) -> None:
    at, other = {
        connection.call_row: ("call", connection.result_row),
        connection.result_row: ("result", connection.call_row),
    }.get(row, ("", None))
    rows[row].append(
        Strand(
            lane=lane,
            piece=piece,
            at=at,
            call=connection.call,
            quality=connection.quality,
            other=other,
        )
    )
