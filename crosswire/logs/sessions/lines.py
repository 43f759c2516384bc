"""The lines of a log, with their places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from crosswire.address import Address, child, root
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty


class Line(NamedTuple):
    """One line of a file, or one element of a list."""

    raw: JsonObject
    at: Address

    def inside(self, name: str) -> Line:
        """The object in a field; without fields where it holds none."""
        return Line(object_or_empty(self.raw.get(name)), child(self.at, name))

    def objects(self, name: str) -> Iterator[Line]:
        """The objects in the list that a field holds."""
        at = child(self.at, name)
        for i, one in enumerate(list_or_empty(self.raw.get(name))):
            if isinstance(one, dict):
                yield Line(one, Address(f"{at}/{i}"))


def lines_of(documents: Sequence[JsonValue], first: int = 0) -> Iterator[Line]:
    """The lines of a file that are objects; of a file that is one JSON array, its elements."""
    only = documents[0] if len(documents) == 1 else None
    pairs: Iterable[tuple[JsonValue, Address]]
    if isinstance(only, list):
        pairs = ((value, Address(f"{root(first)}/{i}")) for i, value in enumerate(only))
    else:
        pairs = ((value, root(i)) for i, value in enumerate(documents, first))
    return (Line(value, at) for value, at in pairs if isinstance(value, dict))


def some_lines(documents: Sequence[JsonValue], number: int = 60) -> Iterator[Line]:
    """The first lines with their places, to recognise a log by."""
    only = documents[0] if len(documents) == 1 else None
    return lines_of([only[:number]] if isinstance(only, list) else documents[:number])


def sample(documents: Sequence[JsonValue], number: int = 60) -> list[JsonObject]:
    """The first lines, to recognise a log by."""
    only = documents[0] if len(documents) == 1 else None
    some = only[:number] if isinstance(only, list) else documents[:number]
    return [value for value in some if isinstance(value, dict)]
