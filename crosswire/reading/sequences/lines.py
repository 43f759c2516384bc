"""The ways through the tree of recorded exchanges, from each last one back to its first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from crosswire.reading.sequences.exchange import Exchange
from crosswire.reading.sequences.following import Step


class Line(Struct, frozen=True):
    """The exchanges that become one conversation; positions in a list."""

    way: list[int]
    """From the first to the last; of one that leaves another, its own alone."""
    beside: int | None = None
    """The last exchange of the line that it leaves."""
    instead_of: int | None = None
    """The exchange that the other line has there."""


def lines(exchanges: Sequence[Exchange], found: Sequence[Step | None]) -> list[Line]:
    """The lines by their last exchanges; of several ways from one exchange the one with the
    last of the file is the main one, and the others leave it."""
    tree = _Tree(exchanges, found)
    return [
        tree.line(position) for position in range(len(exchanges)) if tree.is_last(position)
    ]


class _Tree:
    def __init__(self, exchanges: Sequence[Exchange], found: Sequence[Step | None]) -> None:
        self.exchanges, self.found = exchanges, found
        self.siblings: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for position in range(len(exchanges)):
            self.siblings[self._family(position)].append(position)
        self.below: dict[int, list[int]] = defaultdict(list)
        for position, step in enumerate(found):
            if step is not None:
                self.below[step.before].append(position)
        self.reach = list(range(len(exchanges)))
        """The last exchange at or below each."""
        for position in self._lowest_first():
            step = found[position]
            if step is not None:
                before = step.before
                self.reach[before] = max(self.reach[before], self.reach[position])
        self.main = {
            family: max(members, key=lambda one: self._rank(one))
            for family, members in self.siblings.items()
        }

    def _family(self, position: int) -> tuple[object, ...]:
        """Those that come next after one exchange; the tries of one first request."""
        step, one = self.found[position], self.exchanges[position]
        if step is not None:
            return ("after", step.before)
        return ("first", one.builder.format, one.rules, one.states[-1])

    def _rank(self, position: int) -> tuple[bool, bool, int]:
        """What others go on from, then what was answered, then the last of the file."""
        has_more = bool(self.below.get(position))
        return has_more, not self.exchanges[position].failed, self.reach[position]

    def _lowest_first(self) -> Iterator[int]:
        order = [position for position, step in enumerate(self.found) if step is None]
        for position in order:  # it grows meanwhile
            order += self.below.get(position, ())
        return reversed(order)

    def is_last(self, position: int) -> bool:
        return not self.below.get(position)

    def line(self, last: int) -> Line:
        way = [last]
        while self._main_of(way[-1]) == way[-1]:
            step = self.found[way[-1]]
            if step is None:
                return Line(way[::-1])
            way.append(step.before)
        main = self._main_of(way[-1])
        if self._is_same_request(way[-1], main):
            return Line(way[::-1])  # the alternatives of one answer stay apart
        return Line(way[::-1], self._end(main), main)

    def _main_of(self, position: int) -> int:
        return self.main[self._family(position)]

    def _is_same_request(self, position: int, other: int) -> bool:
        requests = [self.exchanges[one].entry.request for one in (position, other)]
        places = [request[1] for request in requests if request is not None]
        return len(places) == 2 and places[0] == places[1]

    def _end(self, position: int) -> int:
        """The last exchange of the main line through one."""
        while self.below.get(position):
            position = self.main["after", position]
        return position
