"""Finds the messages of each conversation in the documents of a file, by a mapping."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crosswire.address import root
from crosswire.cached_property import cached_property
from crosswire.logs.by_shape.looking import holds
from crosswire.logs.by_shape.mapping import Mapping, MessagesAt
from crosswire.logs.by_shape.patterns import Many, Pattern, Step
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.model import JsonValue

_Steps = tuple[Step, ...]
_Key = tuple[int, ...]


class Found(NamedTuple):
    """A message that a mapping names."""

    order: _Key
    number: int
    """Which of the mapping's `messages` it is one of."""
    place: Place


def lists_of(
    mapping: Mapping, documents: Sequence[JsonValue], first: int, texts: Texts
) -> list[list[tuple[MessagesAt, Place]]]:
    """The messages of each conversation, in the order of the documents."""
    lists: dict[_Key, list[Found]] = defaultdict(list)
    grouping = _Grouping(mapping)
    for start in _starts(mapping, documents, first, texts):
        for number, given in enumerate(mapping.messages):
            for place in given.at.places(start, texts):
                if holds(given.where, place, texts):
                    opened = texts.opened(place)
                    key = start.taken if mapping.conversation else grouping.key(place, number)
                    lists[key].append(Found(grouping.order(place, number), number, opened))
    return [
        [(mapping.messages[one.number], one.place) for one in sorted(found, key=_order)]
        for found in lists.values()
    ]


def _order(found: Found) -> _Key:
    return found.order


def _starts(
    mapping: Mapping, documents: Sequence[JsonValue], first: int, texts: Texts
) -> Iterator[Place]:
    """Where patterns of messages begin: at each conversation, or at each document."""
    for number, value in enumerate(documents):
        document = Place(value, root(first + number), (number,))
        if mapping.conversation is None:
            yield document
        else:
            yield from mapping.conversation.places(document, texts)


class _Grouping:
    """Tells which list a message is of, and where in it.

    Where several patterns lead to messages, those are of one list that stand below the steps
    which all patterns share; of a pattern through fewer lists than others all steps count.
    """

    def __init__(self, mapping: Mapping) -> None:
        self.mapping = mapping

    @cached_property
    def steps(self) -> list[_Steps]:
        """To the messages of each pattern; asked for where there is one."""
        before = self.mapping.conversation or Pattern()
        ends = (one.at.steps for one in self.mapping.messages)
        return [(Many.EACH, *before.steps, *steps) for steps in ends]

    @cached_property
    def shared(self) -> int:
        """Over how many lists all patterns lead together."""
        return _counted(_common(self.steps))

    @cached_property
    def shared_lists(self) -> int:
        """The same, but for the last lists of those that lead through most."""
        most = max(map(_lists_in, self.steps))
        to_lists = [
            _to_last_list(one) if _lists_in(one) == most else one for one in self.steps
        ]
        return _counted(_common(to_lists))

    def key(self, place: Place, number: int) -> _Key:
        steps = self.steps[number]
        if len(self.steps) == 1 and Many.DEEP in steps and _last_many(steps) is Many.EACH:
            return place.taken[:-1]
        return place.taken[: self.shared_lists]

    def order(self, place: Place, number: int) -> _Key:
        if len(self.steps) == 1:
            return place.taken
        return *place.taken[: self.shared], number, *place.taken[self.shared :]


def _common(steps: list[_Steps]) -> _Steps:
    least = min(steps, key=len)
    number = 0
    while number < len(least) and all(one[number] == least[number] for one in steps):
        number += 1
    return least[:number]


def _counted(steps: _Steps) -> int:
    """Over how many lists the steps lead; what is behind a step to any depth is not
    counted."""
    known = steps[: steps.index(Many.DEEP)] if Many.DEEP in steps else steps
    return known.count(Many.EACH)


def _lists_in(steps: _Steps) -> int:
    return sum(isinstance(step, Many) for step in steps)


def _to_last_list(steps: _Steps) -> _Steps:
    last = max(number for number, step in enumerate(steps) if isinstance(step, Many))
    return steps[:last]


def _last_many(steps: _Steps) -> Many:
    return next(step for step in reversed(steps) if isinstance(step, Many))
