"""Numbers that belong together, because they share something (union and find)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence


class Groups:
    """The numbers below a count, in groups."""

    def __init__(self, count: int) -> None:
        self.leader = list(range(count))

    def join(self, one: int, other: int) -> None:
        """Put two numbers into one group."""
        first, second = sorted((self._find(one), self._find(other)))
        self.leader[second] = first

    def join_by(self, keys: Sequence[Iterable[Hashable]]) -> None:
        """Put the numbers together that have a key in common; `keys` has those of each."""
        first: dict[Hashable, int] = {}
        for number, own in enumerate(keys):
            for key in own:
                self.join(first.setdefault(key, number), number)

    def _find(self, number: int) -> int:
        while self.leader[number] != number:
            self.leader[number] = number = self.leader[self.leader[number]]
        return number

    def all(self) -> list[list[int]]:
        """The groups, each in order."""
        groups: dict[int, list[int]] = defaultdict(list)
        for number in range(len(self.leader)):
            groups[self._find(number)].append(number)
        return list(groups.values())
