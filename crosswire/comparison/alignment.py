"""Aligns two sequences of keys: pairs of equal items in the same order.

It takes common beginnings and ends, then items that each has once (as patience diff does), and
between these searches for the shortest edit, with a budget of work. Beyond the budget, the
first of some equal items is paired with the first, the second with the second. Memory is
linear. The work is at most `MAX_ROUNDS` rounds of sorting and a fixed number of steps for each
item, so that two wholly different sequences cost no more than two similar ones.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

from msgspec import Struct, field

Pairs = list[tuple[int, int]]
"""Positions in both sequences, ascending in both."""

MAX_ROUNDS = 12
"""How often the stretches between unique items are searched for items that are unique
there."""
STEPS_PER_ITEM = 16
LEAST_STEPS = 4_096
MAX_EDITS = 512
"""Of one search for a shortest edit; its trace takes the square of it."""


def align(first: Sequence[Hashable], second: Sequence[Hashable]) -> Pairs:
    """The positions of equal items, ascending in both."""
    work = _Work(first, second)
    work.run()
    return sorted(work.found)


class _Range(Struct):
    """A stretch of each sequence, ends excluded, and how many rounds led to it."""

    first: int
    first_end: int
    second: int
    second_end: int
    round: int = 0

    @property
    def is_empty(self) -> bool:
        return self.first >= self.first_end or self.second >= self.second_end

    @property
    def length(self) -> int:
        return self.first_end - self.first + self.second_end - self.second


class _Work(Struct):
    first: Sequence[Hashable]
    second: Sequence[Hashable]
    found: Pairs = field(default_factory=list)

    def run(self) -> None:
        ranges = [_Range(0, len(self.first), 0, len(self.second))]
        while ranges:
            here = ranges.pop()
            self._trim(here)
            if here.is_empty:
                continue
            anchors = self._unique(here) if here.round < MAX_ROUNDS else []
            if anchors:
                ranges += self._between(here, anchors)
            elif self._share_some(here):
                self.found += _shortest_edit(
                    self.first, self.second, here
                ) or self._by_occurrence(here)

    def _trim(self, here: _Range) -> None:
        """Take the common beginning and end of two stretches."""
        first, second = self.first, self.second
        while not here.is_empty and first[here.first] == second[here.second]:
            self.found.append((here.first, here.second))
            here.first += 1
            here.second += 1
        while not here.is_empty and first[here.first_end - 1] == second[here.second_end - 1]:
            here.first_end -= 1
            here.second_end -= 1
            self.found.append((here.first_end, here.second_end))

    def _unique(self, here: _Range) -> Pairs:
        """The items that each stretch has once, as far as their order agrees."""
        once = _once(self.second, here.second, here.second_end)
        places = _once(self.first, here.first, here.first_end)
        return longest_ascent([(i, once[item]) for item, i in places.items() if item in once])

    def _share_some(self, here: _Range) -> bool:
        some = set(self.first[here.first : here.first_end])
        return not some.isdisjoint(self.second[here.second : here.second_end])

    def _between(self, here: _Range, anchors: Pairs) -> list[_Range]:
        ranges = []
        first, second = here.first, here.second
        for i, j in [*anchors, (here.first_end, here.second_end)]:
            between = _Range(first, i, second, j, here.round + 1)
            if not between.is_empty:
                ranges.append(between)
            first, second = i + 1, j + 1
        self.found += anchors
        return ranges

    def _by_occurrence(self, here: _Range) -> Pairs:
        """The first of some equal items for the first, the second for the second."""
        places: dict[Hashable, list[int]] = defaultdict(list)
        for j in range(here.second_end - 1, here.second - 1, -1):
            places[self.second[j]].append(j)
        pairs = [
            (i, places[self.first[i]].pop())
            for i in range(here.first, here.first_end)
            if places.get(self.first[i])
        ]
        return longest_ascent(pairs)


def _once(items: Sequence[Hashable], start: int, end: int) -> dict[Hashable, int]:
    counts = Counter(items[start:end])
    return {items[i]: i for i in range(start, end) if counts[items[i]] == 1}


def longest_ascent(pairs: Pairs) -> Pairs:
    """The longest run of pairs that ascends in both; they come ascending in the first."""
    tails: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, j) in enumerate(pairs):
        at = bisect_left(tails, j)
        before.append(last[at - 1] if at else -1)
        if at == len(tails):
            tails.append(j)
            last.append(number)
        else:
            tails[at], last[at] = j, number
    ascent: Pairs = []
    number = last[-1] if last else -1
    while number >= 0:
        ascent.append(pairs[number])
        number = before[number]
    return ascent[::-1]


def _shortest_edit(
    first: Sequence[Hashable], second: Sequence[Hashable], here: _Range
) -> Pairs | None:
    """The pairs that the fewest edits leave (Myers 1986); None where finding them takes too
    long."""
    grid = _Grid(here.first_end - here.first, here.second_end - here.second)
    steps = LEAST_STEPS + STEPS_PER_ITEM * here.length
    reached = {1: 0}
    trace: list[dict[int, int]] = []
    for edits in range(min(grid.width + grid.height, MAX_EDITS) + 1):
        trace.append(reached)
        after: dict[int, int] = {}
        for diagonal in range(-min(edits, grid.height), min(edits, grid.width) + 1):
            x = start = (
                grid.come_to(reached, diagonal)[0] if (diagonal - edits) % 2 == 0 else -1
            )
            if start < 0:
                continue
            i, j = here.first + x, here.second + x - diagonal
            while i < here.first_end and j < here.second_end and first[i] == second[j]:
                i, j = i + 1, j + 1
            after[diagonal] = x = i - here.first
            steps -= 1 + x - start
            if (x, x - diagonal) == (grid.width, grid.height):
                return grid.walked_back(trace, here)
        if steps < 0:
            return None
        reached = after
    return None


class _Grid(Struct, frozen=True):
    """All pairs of positions of a stretch: right drops an item of the first, down one of the
    second."""

    width: int
    height: int

    def come_to(self, reached: dict[int, int], diagonal: int) -> tuple[int, bool]:
        """How far right one edit leads on a diagonal, or -1 for nowhere, and whether it is a
        step down."""
        above = reached.get(diagonal + 1, -1)
        if above - diagonal > self.height:
            above = -1
        left = reached.get(diagonal - 1, -1)
        right = left + 1 if 0 <= left < self.width else -1
        return max(above, right), above >= right

    def walked_back(self, trace: list[dict[int, int]], here: _Range) -> Pairs:
        pairs: Pairs = []
        x, diagonal = self.width, self.width - self.height
        for reached in reversed(trace):
            came_to, down = self.come_to(reached, diagonal)
            while x > came_to:
                x -= 1
                pairs.append((here.first + x, here.second + x - diagonal))
            x, diagonal = (came_to, diagonal + 1) if down else (came_to - 1, diagonal - 1)
        return pairs
