"""What a mapping takes each place of the documents for, to be shown beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.logs.by_shape.looking import holds
from crosswire.logs.by_shape.mapping import CallsAt, Mapping, ResultsAt
from crosswire.logs.by_shape.names import OF_CALLS, OF_RESULTS, PATHS
from crosswire.logs.by_shape.places import lists_of
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.logs.by_shape.words import role_of
from crosswire.model import JsonValue, Role

MAX_MESSAGES = 2_000
"""Those whose places are marked; a page shows the first of them."""


class Marks(Struct):
    """What stands where."""

    at: dict[Address, list[str]] = field(default_factory=dict)
    """The fields of the mapping that an address is taken for: `role`, `calls/name`."""
    words: Counter[str] = field(default_factory=Counter)
    """The words for who speaks, with how many messages have each."""

    def add(self, name: str, place: Place) -> None:
        names = self.at.setdefault(place.at, [])
        if name not in names:
            names.append(name)


def marks_of(mapping: Mapping, documents: Sequence[JsonValue]) -> Marks:
    """The places that a mapping finds in documents, the first messages first."""
    texts, marks = Texts(), Marks()
    messages = (place for one in lists_of(mapping, documents, 0, texts) for _, place in one)
    for number, place in enumerate(messages):
        if number < MAX_MESSAGES:
            marks.add("messages", place)
            for name, found in _in_message(mapping, place, texts):
                marks.add(name, found)
        said = next((one for _, one in _role(mapping, place, texts)), None)
        if said is not None and isinstance(said.value, str):
            marks.words[said.value] += 1
    return marks


def meaning_of(word: str) -> Role:
    """What a word for who speaks is understood as where a mapping does not say."""
    return role_of(word)


def _role(mapping: Mapping, place: Place, texts: Texts) -> Iterator[tuple[str, Place]]:
    for pattern in mapping.role:
        found = pattern.first(place, texts)
        if found is not None:
            yield "role", found
            return


def _in_message(mapping: Mapping, place: Place, texts: Texts) -> Iterator[tuple[str, Place]]:
    yield from _role(mapping, place, texts)
    for name in PATHS[1:]:
        for pattern in getattr(mapping, name):
            yield from ((name, found) for found in pattern.places(place, texts))
    for call in mapping.calls:
        yield from _inside("calls", call, OF_CALLS, place, texts)
    for result in mapping.results:
        yield from _inside("results", result, OF_RESULTS, place, texts)


def _inside(
    group: str, one: CallsAt | ResultsAt, names: Sequence[str], place: Place, texts: Texts
) -> Iterator[tuple[str, Place]]:
    for start in one.at.places(place, texts):
        if not holds(one.where, start, texts):
            continue
        for name in names[2:]:
            first = next(
                (at for at in (p.first(start, texts) for p in getattr(one, name)) if at), None
            )
            if first is not None:
                yield f"{group}/{name}", first
