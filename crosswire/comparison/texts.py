"""Where two texts differ: word by word, or line by line where they are long."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from crosswire.comparison.alignment import align

MAX_WORDS = 20_000
"""Words of both texts together, up to which words are compared; beyond that, lines."""
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


Side = Literal["both", "first", "second"]


class Run(Struct, frozen=True):
    """A stretch of text that both have, or only one."""

    where: Side
    text: str


def text_runs(first: str, second: str) -> list[Run]:
    """Two texts as runs: `both` and `first` are the first, `both` and `second` the second."""
    start, end = _common_ends(first, second)
    one, other = first[start : len(first) - end], second[start : len(second) - end]
    limit = MAX_WORDS * 8
    some, others = _WORDS.findall(one[:limit]), _WORDS.findall(other[:limit])
    if len(some) + len(others) > MAX_WORDS or max(len(one), len(other)) > limit:
        some, others = _LINES.findall(one), _LINES.findall(other)
    runs = [
        Run("both", first[:start]),
        *_runs(some, others),
        Run("both", first[len(first) - end :]),
    ]
    return _joined(runs)


def _common_ends(first: str, second: str) -> tuple[int, int]:
    """How many characters both begin and end with, cut back to whole words."""
    shorter = min(len(first), len(second))
    start = _common(first, second, shorter)
    while 0 < start < max(len(first), len(second)) and _inside_word(first, second, start):
        start -= 1
    first, second = first[::-1], second[::-1]
    end = _common(first, second, shorter - start)
    while end > 0 and _inside_word(first, second, end):
        end -= 1
    return start, end


def _common(first: str, second: str, limit: int) -> int:
    """How many characters two texts begin with alike, up to a limit."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _inside_word(first: str, second: str, at: int) -> bool:
    """Whether a cut would go through a word, or a run of blanks, of either text."""
    last = first[at - 1]
    after = first[at : at + 1] + second[at : at + 1]
    return any(
        (last.isalnum() and one.isalnum())
        or last == one == "_"
        or (last.isspace() and one.isspace())
        for one in after
    )


def _runs(some: list[str], others: list[str]) -> list[Run]:
    runs: list[Run] = []
    start = other_start = 0
    for i, j, length in _equal_stretches(some, others):
        runs.append(Run("first", "".join(some[start:i])))
        runs.append(Run("second", "".join(others[other_start:j])))
        runs.append(Run("both", "".join(some[i : i + length])))
        start, other_start = i + length, j + length
    return runs


def _equal_stretches(some: list[str], others: list[str]) -> list[tuple[int, int, int]]:
    """Where each begins in both, and how many pieces it has; the last, empty one stands at the
    end."""
    found: list[tuple[int, int, int]] = []
    for i, j in align(some, others):
        if found and found[-1][0] + found[-1][2] == i and found[-1][1] + found[-1][2] == j:
            found[-1] = found[-1][0], found[-1][1], found[-1][2] + 1
        else:
            found.append((i, j, 1))
    return [*found, (len(some), len(others), 0)]


def _joined(runs: list[Run]) -> list[Run]:
    """The change between two stretches of `both`, as one run of each side."""
    found: list[Run] = []
    pending: dict[Side, list[str]] = {"both": [], "first": [], "second": []}

    def settle(*sides: Side) -> None:
        for side in sides:
            if pending[side]:
                found.append(Run(side, "".join(pending[side])))
                pending[side] = []

    for run in _without_islands([run for run in runs if run.text]):
        settle(*(("first", "second") if run.where == "both" else ("both",)))
        pending[run.where].append(run.text)
    settle("both", "first", "second")
    return found


def _without_islands(runs: list[Run]) -> list[Run]:
    """Blanks between two changes count as changed with them."""
    found: list[Run] = []
    for number, run in enumerate(runs):
        alone = 0 < number < len(runs) - 1 and "both" not in (
            runs[number - 1].where,
            runs[number + 1].where,
        )
        if run.where == "both" and run.text.isspace() and alone:
            found += [Run("first", run.text), Run("second", run.text)]
        else:
            found.append(run)
    return found
