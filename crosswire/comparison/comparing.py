"""Compares two conversations, of one format or of two."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from crosswire.collector import collector_paused
from crosswire.comparison.differences import Ties, around, ids, said
from crosswire.comparison.matching import Matching, match
from crosswire.comparison.result import Aspect, Comparison, Difference, Entry
from crosswire.comparison.units import Side, Unit, side_of
from crosswire.model import Conversation
from crosswire.pairing import Pairing, pair
from crosswire.rules.rule import Diagnostic
from crosswire.rules.runner import diagnose


def compare(
    first: Conversation,
    second: Conversation,
    *,
    pairings: tuple[Pairing, Pairing] | None = None,
) -> Comparison:
    """Compare two conversations part by part; what they say counts, not how a format spells
    it.

    Time is near to linear in the length of both, also where they have nothing in common (see
    `alignment.py` and the limits of `matching.py`); memory is linear.
    """
    with collector_paused():
        paired = pairings or (pair(first), pair(second))
        sides = side_of(first, paired[0]), side_of(second, paired[1])
        return _Comparing(*sides, match(*sides)).run()


class _Comparing(Struct):
    first: Side
    second: Side
    matching: Matching
    entries: list[Entry] = field(default_factory=list)

    def run(self) -> Comparison:
        ties = Ties(self.first, self.second, self.matching)
        self._list(self.first.beside, self.second.beside, ties)
        self._list(self.first.inside, self.second.inside, ties)
        gone, new = self._findings()
        return Comparison(
            self.first.conversation, self.second.conversation, self.entries, gone, new
        )

    def _list(self, some: Sequence[Unit], others: Sequence[Unit], ties: Ties) -> None:
        """List entries in the order of the first; parts of only the second come before the
        next common one."""
        rest = iter(others)
        for unit in some:
            other = self.matching.of_first.get(unit.number)
            if (
                other is not None
                and unit.number not in self.matching.moved
                and other.message is not None
            ):
                self._list_alone(rest, other)
            self.entries.append(Entry(unit, other, self._differences(unit, other, ties)))
        self._list_alone(rest, None)

    def _list_alone(self, rest: Iterable[Unit], until: Unit | None) -> None:
        for unit in rest:
            if unit is until:
                return
            if unit.number not in self.matching.of_second:
                self.entries.append(Entry(None, unit))

    def _differences(self, unit: Unit, other: Unit | None, ties: Ties) -> list[Difference]:
        if other is None:
            return []
        found = [
            *said(unit, other),
            *ids(unit, other),
            *ties.of(unit, other),
            *around(unit, other),
        ]
        if unit.number in self.matching.moved:
            found.append(
                Difference(Aspect.ORDER, "", unit.row, other.row, unit.address, other.address)
            )
        if not found and unit.meaning != other.meaning:
            raw = None if unit.part is None else unit.part.raw
            raw_there = None if other.part is None else other.part.raw
            found.append(
                Difference(Aspect.OTHER, "", raw, raw_there, unit.address, other.address)
            )
        return found

    def _findings(self) -> tuple[list[Diagnostic], list[Diagnostic]]:
        """Findings of the same rule at counterparts are the same; each other one is gone or
        new."""
        entry_of = {
            entry.first.number: entry for entry in self.entries if entry.first is not None
        }
        entry_of_second = {
            entry.second.number: entry for entry in self.entries if entry.second is not None
        }
        before = _by_place(self.first, entry_of)
        after = _by_place(self.second, entry_of_second)
        gone, new = _beyond(before, after), _beyond(after, before)
        for entry in self.entries:
            entry.gone, entry.new = gone.get(id(entry), []), new.get(id(entry), [])
        return gone.get(None, []), new.get(None, [])


def _by_place(side: Side, entry_of: dict[int, Entry]) -> dict[int | None, list[Diagnostic]]:
    """The findings of a side by the entry that each is about; None for the whole
    conversation."""
    found: dict[int | None, list[Diagnostic]] = defaultdict(list)
    for one in diagnose(side.conversation, side.pairing):
        unit = side.unit_of(one.node) if one.node else None
        found[None if unit is None else id(entry_of[unit.number])].append(one)
    return found


def _beyond(
    some: dict[int | None, list[Diagnostic]], others: dict[int | None, list[Diagnostic]]
) -> dict[int | None, list[Diagnostic]]:
    """The findings that others do not have too, counted by place and rule."""
    found: dict[int | None, list[Diagnostic]] = defaultdict(list)
    for place, findings in some.items():
        there = Counter(one.code for one in others.get(place, ()))
        for one in findings:
            there[one.code] -= 1
            if there[one.code] < 0:
                found[place].append(one)
    return found
