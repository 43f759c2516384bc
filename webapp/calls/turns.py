"""The answers of the model between the calls, as the table draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_TURNS = 300
"""Answers between the calls of one page."""


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """An answer of the model with what is drawn of it: `readmodel.turns.Turn`."""

    number: int
    row: int
    last_row: int
    address: str
    says: str
    started: float | None
    ended: float | None
    input: int | None
    output: int | None

    @property
    def result_row(self) -> int:
        """Where its bar ends by position."""
        return self.last_row

    @property
    def took(self) -> float | None:
        if self.started is None or self.ended is None:
            return None
        return self.ended - self.started


def turn_numbers(numbers: Sequence[int], before: int, *, is_last: bool) -> tuple[int, int]:
    """The first and the last answer that stand on a page with calls of these answers.

    `before` is the answer that made the last call before the page; what comes after the last
    call of all stands on the last page.
    """
    first = before + 1
    last = max(numbers, default=before)
    if is_last:
        last = first + MOST_TURNS - 1
    return first, min(last, first + MOST_TURNS - 1)
