"""Finds the counterpart of each part: the equal one in order, the equal one elsewhere, a
similar one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from msgspec import Struct, field

from crosswire.comparison.alignment import Pairs, align, longest_ascent
from crosswire.comparison.likeness import ENOUGH, Likeness, outline
from crosswire.comparison.units import Side, Unit, setting_key
from crosswire.model import SettingPart

MAX_LIKENESSES = 400
"""Of one stretch without equal parts; a longer one is cut by what its parts look like from
afar."""
MAX_LIKENESSES_IN_ALL = 100_000
"""Of a whole comparison; each takes some microseconds."""

Stretch = tuple[list[Unit], list[Unit]]
"""Parts without counterparts on both sides, between the same neighbours."""


class Matching(Struct):
    """The counterparts that were found, by the numbers of the units."""

    of_first: dict[int, Unit] = field(default_factory=dict)
    of_second: dict[int, Unit] = field(default_factory=dict)
    moved: set[int] = field(default_factory=set)
    """Numbers, in the first, of parts whose counterpart is in another order."""

    def add(self, first: Unit, second: Unit) -> None:
        self.of_first[first.number] = second
        self.of_second[second.number] = first


def match(first: Side, second: Side) -> Matching:
    """The counterparts of two sides; which of them is the first makes no difference."""
    # One order for both ways around, as some choices between equal parts have to be arbitrary.
    if [unit.place for unit in first.units] <= [unit.place for unit in second.units]:
        return _Matcher(first, second).run()
    turned = _Matcher(second, first).run()
    moved = {turned.of_first[number].number for number in turned.moved}
    return Matching(turned.of_second, turned.of_first, moved)


class _Matcher(Struct):
    first: Side
    second: Side
    found: Matching = field(default_factory=Matching)
    likeness: Likeness = field(default_factory=Likeness)
    likenesses: int = MAX_LIKENESSES_IN_ALL

    def run(self) -> Matching:
        self._beside()
        self._equal((self.first.inside, self.second.inside), lambda unit: unit.place)
        for stretch in self._stretches():
            self._equal(stretch, lambda unit: unit.meaning)
        self._partners()
        self._elsewhere(lambda unit: unit.place)
        self._elsewhere(lambda unit: unit.meaning)
        for stretch in self._stretches():
            self._similar(stretch)
        self._partners()
        in_order = {self.first.inside[i].number for i, _ in self._in_order()}
        self.found.moved = {
            unit.number
            for unit in self.first.inside
            if unit.number in self.found.of_first and unit.number not in in_order
        }
        return self.found

    def _beside(self) -> None:
        """Settings and tools, by meaning and then by name; their order means nothing."""
        for key in (lambda unit: (unit.kind, unit.meaning)), _about:
            places: dict[Hashable, list[Unit]] = defaultdict(list)
            for unit in reversed(self.second.beside):
                if unit.number not in self.found.of_second:
                    places[key(unit)].append(unit)
            for unit in self.first.beside:
                if unit.number not in self.found.of_first and places.get(key(unit)):
                    self.found.add(unit, places[key(unit)].pop())

    def _equal(self, stretch: Stretch, key: Callable[[Unit], Hashable]) -> None:
        some, others = stretch
        for i, j in align([key(unit) for unit in some], [key(unit) for unit in others]):
            self.found.add(some[i], others[j])

    def _in_order(self) -> Pairs:
        """Positions of counterparts, without those that moved."""
        before, before_other = len(self.first.beside), len(self.second.beside)
        pairs = [
            (i, self.found.of_first[before + i].number - before_other)
            for i in range(len(self.first.inside))
            if before + i in self.found.of_first
        ]
        return longest_ascent(pairs)

    def _stretches(self) -> list[Stretch]:
        found: list[Stretch] = []
        inside, others = self.first.inside, self.second.inside
        start = other_start = 0
        for i, j in [*self._in_order(), (len(inside), len(others))]:
            stretch = self._without_counterpart(inside[start:i], others[other_start:j])
            if all(stretch):
                found.append(stretch)
            start, other_start = i + 1, j + 1
        return found

    def _without_counterpart(self, some: Sequence[Unit], others: Sequence[Unit]) -> Stretch:
        return (
            [unit for unit in some if unit.number not in self.found.of_first],
            [unit for unit in others if unit.number not in self.found.of_second],
        )

    def _partners(self) -> None:
        """Calls of counterparts, and results of counterparts, are counterparts too."""
        for unit in self.first.inside:
            other = self.found.of_first.get(unit.number)
            if other is None:
                continue
            self._add_if_free(self.first.partner(unit), self.second.partner(other))

    def _add_if_free(self, unit: Unit | None, other: Unit | None) -> None:
        """Make two units of one kind counterparts, where neither has a counterpart yet."""
        if unit is None or other is None or unit.kind != other.kind:
            return
        if unit.number not in self.found.of_first and other.number not in self.found.of_second:
            self.found.add(unit, other)

    def _elsewhere(self, key: Callable[[Unit], Hashable]) -> None:
        """Equal parts in another order, where both sides have equally many."""
        some, others = self._without_counterpart(self.first.inside, self.second.inside)
        places: dict[Hashable, Stretch] = defaultdict(lambda: ([], []))
        for unit in some:
            places[key(unit)][0].append(unit)
        for unit in others:
            places[key(unit)][1].append(unit)
        for same, same_there in places.values():
            if len(same) == len(same_there):
                for unit, other in zip(same, same_there, strict=True):
                    self.found.add(unit, other)

    def _similar(self, stretch: Stretch) -> None:
        some, others = stretch
        if len(some) == len(others) == 1:
            self._between_equal_neighbours(some[0], others[0])
        elif len(some) * len(others) <= min(MAX_LIKENESSES, self.likenesses):
            self._likest(some, others)
        else:
            self._from_afar(some, others, (outline, _sort))

    def _between_equal_neighbours(self, one: Unit, other: Unit) -> None:
        says_it_too = one.role == other.role or one.kind in ("call", "result")
        if (one.kind == other.kind and says_it_too) or self._alike(one, other):
            self.found.add(one, other)

    def _likest(self, some: list[Unit], others: list[Unit]) -> None:
        """The pairs, in order, whose likenesses have the greatest sum."""
        self.likenesses -= len(some) * len(others)
        alike = [[self._alike(one, other) for other in others] for one in some]
        best = [[0.0] * (len(others) + 1) for _ in range(len(some) + 1)]
        for i in range(len(some) - 1, -1, -1):
            for j in range(len(others) - 1, -1, -1):
                own = alike[i][j] + best[i + 1][j + 1] if alike[i][j] else 0.0
                best[i][j] = max(own, best[i + 1][j], best[i][j + 1])
        i = j = 0
        while i < len(some) and j < len(others):
            if best[i][j] == best[i + 1][j]:
                i += 1
            elif best[i][j] == best[i][j + 1]:
                j += 1
            else:
                self.found.add(some[i], others[j])
                i, j = i + 1, j + 1

    def _alike(self, one: Unit, other: Unit) -> float:
        likeness = self.likeness.of(one, other)
        return likeness if likeness >= ENOUGH else 0.0

    def _from_afar(
        self, some: list[Unit], others: list[Unit], views: Sequence[Callable[[Unit], Hashable]]
    ) -> None:
        """Parts by a coarse view of them, as far as they are alike; the parts between, by the
        next view."""
        view, *coarser = views
        start = other_start = 0
        pairs = align([view(unit) for unit in some], [view(unit) for unit in others])
        alike = [(i, j) for i, j in pairs if self._alike(some[i], others[j])]
        for i, j in [*alike, (len(some), len(others))]:
            between, there = some[start:i], others[other_start:j]
            if len(between) * len(there) <= min(MAX_LIKENESSES, self.likenesses):
                self._likest(between, there)
            elif coarser:
                self._from_afar(between, there, coarser)
            if i < len(some):
                self.found.add(some[i], others[j])
            start, other_start = i + 1, j + 1


def _sort(unit: Unit) -> Hashable:
    return unit.kind, unit.role, unit.name


def _about(unit: Unit) -> Hashable:
    part = unit.part
    return (
        (unit.kind, setting_key(part))
        if isinstance(part, SettingPart)
        else (unit.kind, unit.name)
    )
