"""The order in which a page shows rows: as on the wire, or each result under its call.

    runs = knots(rows)      # [Knot(3, [3, 5, 4, 6]), ...]: rows 5 and 6 answer 3 and 4

A knot is a run of rows whose calls and results answer each other and nobody else. What is
alone, ambiguous, out of order, or wrong in its ids belongs to none, and stays where it stands
on the wire.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.readmodel.outline import Mark, Row

LONGEST = 20
"""Rows of a knot; a slice of the page can hold it whole."""
_SURE = ("by_id", "by_position", "by_name")
_ABOUT_PAIRS = ("CW1", "CW2", "CW3", "CW7")
"""Rules about ids, pairing and order: what they find in a knot keeps it as it was sent."""


@dataclass(frozen=True, slots=True)
class Knot:
    """Some rows that follow each other on the wire, in the order in which they are shown."""

    first: int
    order: Sequence[int]
    calls: frozenset[int]
    """The numbers of the calls in it."""
    under: frozenset[int]
    """The rows that stand under their call."""

    @property
    def last(self) -> int:
        return self.first + len(self.order) - 1


def knots(rows: Sequence[Row]) -> list[Knot]:
    """The knots among some rows that follow each other."""
    found: list[Knot] = []
    at = 0
    while at < len(rows):
        end = _end(rows, at)
        if end is None:
            at += 1
            continue
        found.append(_knot(rows[at : end + 1]))
        at = end + 1
    return found


def _end(rows: Sequence[Row], start: int) -> int | None:
    """Where the knot ends that begins with this row; None where none does."""
    if rows[start]["end"] != "call" or not _is_sure(rows[start]):
        return None
    first = rows[start]["number"]
    end = at = start
    while at <= end:
        row = rows[at]
        partner = (row["partner"] or 0) - first + start
        if row["end"] and row["how"] != "embedded":
            if not _is_sure(row) or partner < start:
                return None
            end = max(end, partner)
            if end >= len(rows) or end - start >= LONGEST:
                return None
        at += 1
    return end


def _is_sure(row: Row) -> bool:
    return (
        row["how"] in _SURE
        and not row["state"]
        and row["partner"] is not None
        and not any(map(_is_about_pairs, row["marks"]))
    )


def _is_about_pairs(mark: Mark) -> bool:
    return mark["severity"] == "error" and mark["code"].startswith(_ABOUT_PAIRS)


def _knot(rows: Sequence[Row]) -> Knot:
    order: list[int] = []
    pairs = [row for row in rows if row["end"] and row["how"] in _SURE]
    under = frozenset(row["number"] for row in pairs if row["end"] == "result")
    for row in rows:
        if row["number"] in under:
            continue
        order.append(row["number"])
        if row["end"] == "call" and row["partner"] in under:
            order.append(row["partner"] or 0)
    calls = frozenset(row["call"] for row in pairs if row["call"] is not None)
    return Knot(rows[0]["number"], order, calls, under)
