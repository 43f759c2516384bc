"""The ways through a tree of messages: the one that its program would go on with, and those
that somebody left.

Of several messages after one, the way goes on with the one below which the last message of
the file stands. Results of the way's own calls, other blocks of its messages and what hangs
on them are no ways of their own: programs write parallel calls as such forks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct, field


class Step(Struct, frozen=True):
    """What a message must tell of itself."""

    parent: int | None
    """The number of the message that it follows."""
    group: str | None = None
    """Messages of one group were one on the provider's wire."""
    answers: frozenset[str] = frozenset()
    """The calls that it has a result for."""
    hangs_on: bool = False
    """It was put beside another message, and nobody said it."""
    begins: bool = False
    """It says itself that it follows nothing, and the user speaks in it."""


class Way(Struct):
    """Messages in the order of the file; one that begins nowhere but at another way's."""

    own: list[int] = field(default_factory=list)
    leaves: int | None = None
    """The message of another way that it leaves from."""
    instead_of: int | None = None
    """The message that the other way goes on with there."""
    begins: list[int] = field(default_factory=list)
    """Of the active one: the first of each chain that no link ties to the others."""
    is_beside: bool = False
    """It leaves from no message: the user went back behind the first one."""


def ways(steps: Sequence[Step]) -> list[Way]:
    """The active way first, chains that no link ties one after another; then the others."""
    return _Tree(steps).ways()


class _Tree:
    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.below: dict[int | None, list[int]] = defaultdict(list)
        for number, step in enumerate(steps):
            self.below[step.parent].append(number)
        self.last = [-1 if step.hangs_on else n for n, step in enumerate(steps)]
        """The last message at or below each."""
        self.talks = [not (step.hangs_on or step.answers) for step in steps]
        """Whether somebody says something at or below each."""
        for number in self._lowest_first():
            parent = steps[number].parent
            if parent is not None:
                self.last[parent] = max(self.last[parent], self.last[number])
                self.talks[parent] |= self.talks[number]
        self.taken: set[int] = set()
        self.next: dict[int, int] = {}
        """The message that a way goes on with."""

    def _lowest_first(self) -> list[int]:
        order = list(self.below[None])
        for number in order:  # it grows meanwhile
            order += self.below.get(number, ())
        return order[::-1]

    def ways(self) -> list[Way]:
        left = self._left_roots()
        active = Way(begins=[root for root in self.below[None] if root not in left])
        chains = [self._chain(root) for root in active.begins]
        waiting = self._fill(active, [number for chain in chains for number in chain])
        found = [active]
        for root in left:
            way = Way(instead_of=active.begins[-1], is_beside=True)
            waiting += self._fill(way, self._chain(root))
            found.append(way)
        for top in waiting:  # it grows meanwhile
            leaves = self.steps[top].parent
            way = Way(leaves=leaves, instead_of=self._goes_on(leaves))
            waiting += self._fill(way, self._chain(top))
            found.append(way)
        return [active, *sorted(found[1:], key=lambda way: way.own[0])]

    def _left_roots(self) -> list[int]:
        """The first messages of all beginnings but the last, where the user began anew: each
        says that it follows nothing, and nothing came below one once the next was there."""
        roots = self.below[None]
        if len(roots) < 2 or not all(self.steps[root].begins for root in roots):
            return []
        if any(self.last[root] > follower for root, follower in pairwise(roots)):
            return []
        return roots[:-1]

    def _chain(self, top: int) -> list[int]:
        chain = [top]
        while below := self.below.get(chain[-1]):
            chain.append(max(below, key=lambda number: self.last[number]))
        self.next |= pairwise(chain)
        return chain

    def _goes_on(self, leaves: int | None) -> int | None:
        number = None if leaves is None else self.next.get(leaves)
        while number is not None and self.steps[number].hangs_on:
            number = self.next.get(number)
        return number

    def _fill(self, way: Way, chain: list[int]) -> list[int]:
        """Put the messages of a way into it; gives those that other ways begin with."""
        groups = {self.steps[number].group for number in chain} - {None}
        answered = {id for number in chain for id in self.steps[number].answers}
        own, left = list(chain), list[int]()
        self.taken.update(chain)
        for number in own:  # it grows meanwhile
            for below in self.below.get(number, ()):
                if below in self.taken:
                    continue
                step = self.steps[below]
                if step.group in groups or self._is_beside(below, answered):
                    self.taken.add(below)
                    answered |= step.answers
                    own.append(below)
                else:
                    left.append(below)
        way.own = sorted(own)
        return left

    def _is_beside(self, number: int, answered: set[str]) -> bool:
        step = self.steps[number]
        if step.hangs_on:
            return not self.talks[number]
        return bool(step.answers) and not step.answers & answered
