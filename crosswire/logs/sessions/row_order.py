"""In which order programs read the rows that they keep of a session."""

from __future__ import annotations

from math import inf

from crosswire.model import JsonObject
from crosswire.model.json_values import is_number, text_or_none

RowOrder = tuple[str, float, float]
FIRST: RowOrder = ("", 0, 0)
"""Before every row: where what is no row stays."""


def row_order(row: JsonObject) -> RowOrder:
    """By time, then by number; of those with one time a row that has no number yet is last."""
    moment, number = row.get("timestamp"), row.get("id")
    when = moment if is_number(moment) else 0
    return text_or_none(moment) or "", when, number if is_number(number) else inf
