"""The steps of a mapping's patterns that lead to a place of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crosswire.address import child, root, split, unescape
from crosswire.errors import BadAddress
from crosswire.logs.by_shape.patterns import Many, Pattern, Step
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.model import JsonValue

Steps = tuple[Step, ...]


class Way(NamedTuple):
    """How a place is reached: a step a level, and the value on each level, the root first."""

    steps: Steps
    places: tuple[Place, ...]

    @property
    def value(self) -> JsonValue:
        return self.places[-1].value


def way_to(at: str, documents: Sequence[JsonValue], texts: Texts) -> Way:
    """The way to an address; positions in lists are steps to each element.

    Raises BadAddress where nothing stands there.
    """
    parts = split(at)
    if parts.document >= len(documents):
        raise BadAddress(f"There is no document {parts.document}; there are {len(documents)}.")
    place = Place(documents[parts.document], root(parts.document))
    steps: list[Step] = []
    places = [place]
    for token in (token for level in parts.levels for token in level):
        place, step = _below(texts.opened(place), token, at)
        steps.append(step)
        places.append(place)
    return Way(tuple(steps), tuple(places))


def _below(place: Place, token: str, at: str) -> tuple[Place, Step]:
    value, key = place.value, unescape(token)
    if isinstance(value, dict) and key in value:
        return Place(value[key], child(place.at, key)), key
    if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
        return Place(value[int(key)], child(place.at, int(key))), Many.EACH
    raise BadAddress(f"Nothing stands at {at[:200]}.")


def behind(pattern: Pattern, steps: Steps) -> Steps | None:
    """The steps that go on behind a pattern; None where it does not lead there.

    Of a pattern through any depth the longest way counts.
    """
    ends = list(_ends(pattern.steps, steps, 0, 0))
    return steps[max(ends) :] if ends else None


def _ends(pattern: Steps, steps: Steps, at: int, number: int) -> Iterator[int]:
    """How many of the steps a pattern may take."""
    while number < len(pattern) and pattern[number] is not Many.DEEP:
        if at >= len(steps) or not _fits(pattern[number], steps[at]):
            return
        at, number = at + 1, number + 1
    if number == len(pattern):
        yield at
        return
    for later in range(at, len(steps) + 1):
        yield from _ends(pattern, steps, later, number + 1)


def _fits(wanted: Step, step: Step) -> bool:
    return wanted is Many.EACH or wanted == step


def to_element(steps: Steps) -> Steps | None:
    """The steps to the last list's elements; None where they lead through no list."""
    for number in range(len(steps), 0, -1):
        if steps[number - 1] is Many.EACH:
            return steps[:number]
    return None
