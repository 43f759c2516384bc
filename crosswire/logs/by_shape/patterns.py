"""Patterns: where in a document something stands, for all places of one kind.

    turns/*/body        the `body` of each element of `turns`
    parts/0/text        a position in a list is a step too
    **/events/*         `events` at any depth
                        the empty pattern: the value itself

A step goes through a text that holds JSON without saying so; the address then has the mark of
nesting. `/` in a key is written `~1`, `~` is `~0`, and a key that is `*` or `**` has `~2` for
each asterisk.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import takewhile
from typing import TypeAlias

from msgspec import Struct

from crosswire.address import Address, child
from crosswire.cached_property import cached_property
from crosswire.logs.by_shape.texts import Place, Texts


class Many(Enum):
    """A step to more than one value."""

    EACH = "*"
    """Each element of a list, each field of an object."""
    DEEP = "**"
    """The value itself, and every object and list in it."""


Step: TypeAlias = str | Many


class Pattern(Struct, frozen=True, dict=True):
    """Steps from a value to others in it."""

    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, text: str) -> Pattern:
        """A pattern as a mapping has it; raises ValueError, which says why it is none."""
        steps = tuple(_step_of(one) for one in text.removeprefix("/").split("/") if text)
        if steps.count(Many.DEEP) > 1:
            raise ValueError("`**` may stand in a pattern once")
        return cls(steps)

    @cached_property
    def text(self) -> str:
        return "/".join(
            one.value if isinstance(one, Many) else escaped(one) for one in self.steps
        )

    @cached_property
    def is_plain(self) -> bool:
        """Whether it leads to one value at most."""
        return not any(isinstance(step, Many) for step in self.steps)

    @cached_property
    def to_list(self) -> tuple[Step, ...]:
        """The steps to the first list that it goes through; all where it goes through none."""
        return tuple(takewhile(lambda step: not isinstance(step, Many), self.steps))

    @property
    def is_deep(self) -> bool:
        return Many.DEEP in self.steps

    def places(self, start: Place, texts: Texts) -> Iterator[Place]:
        """All values that the steps lead to, in the order of the document."""
        if self.is_plain:
            found = self._only(start, texts)
            return iter(() if found is None else (found,))
        return self._each(start, texts)

    def first(self, start: Place, texts: Texts) -> Place | None:
        """The first value that says anything: no null."""
        if self.is_plain:
            found = self._only(start, texts)
            return None if found is None or found.value is None else found
        each = self._each(start, texts)
        return next((place for place in each if place.value is not None), None)

    def _only(self, start: Place, texts: Texts) -> Place | None:
        """The value that steps to one value each lead to."""
        place = start
        for step in self.steps:
            found = _field(texts.opened(place), str(step))
            if found is None:
                return None
            place = found
        return place

    def _each(self, start: Place, texts: Texts) -> Iterator[Place]:
        waiting = [(start, 0)]
        while waiting:
            place, number = waiting.pop()
            if number == len(self.steps):
                yield place
                continue
            step, place = self.steps[number], texts.opened(place)
            if step is Many.DEEP:
                waiting += [(one, number) for one in reversed(_held(place)) if _is_deep(one)]
                waiting.append((place, number + 1))
            elif step is Many.EACH:
                waiting += [(one, number + 1) for one in reversed(_held(place))]
            elif (found := _field(place, step)) is not None:
                waiting.append((found, number + 1))


def escaped(key: str) -> str:
    """A key as a step of a pattern."""
    key = key.replace("~", "~0").replace("/", "~1")
    return key.replace("*", "~2") if key in ("*", "**") else key


def _step_of(text: str) -> Step:
    if text in ("*", "**"):
        return Many(text)
    return text.replace("~2", "*").replace("~1", "/").replace("~0", "~")


def _held(place: Place) -> list[Place]:
    value, at, taken = place
    if isinstance(value, list):
        return [Place(one, Address(f"{at}/{i}"), (*taken, i)) for i, one in enumerate(value)]
    if isinstance(value, dict):
        items = enumerate(value.items())
        return [Place(one, child(at, key), (*taken, i)) for i, (key, one) in items]
    return []


def _is_deep(place: Place) -> bool:
    return isinstance(place.value, (dict, list))


def _field(place: Place, key: str) -> Place | None:
    value, at, taken = place
    if isinstance(value, dict):
        return Place(value[key], child(at, key), taken) if key in value else None
    if isinstance(value, list) and key.isascii() and key.isdecimal() and len(key) < 10:
        number = int(key)
        return Place(value[number], child(at, number), taken) if number < len(value) else None
    return None
