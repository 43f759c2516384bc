"""The containers of a working copy, which know where in the upload they came from.

They compare and read like plain objects and lists. Each has a number that no other container
of its copy has, so that it is known again wherever it is moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeAlias

from msgspec import Struct, field

from crosswire.address import Address, Token, child
from crosswire.containers.json_document import ObjectWithEqualKeys
from crosswire.model import JsonObject, JsonValue, Part


class TrackedObject(dict[str, JsonValue]):
    """An object with its number and its origin, an address of the words that are repaired."""

    __slots__ = ("number", "origin")
    number: int
    origin: Address | None
    """None where a repair put it in."""


class TrackedObjectWithEqualKeys(TrackedObject, ObjectWithEqualKeys):
    """A tracked object in which a key stood more than once."""


class _Edit(Struct):
    """What waits to be done to a list, by the positions that its elements have until then."""

    removed: set[int] = field(default_factory=set)
    inserted: dict[int, list[tuple[JsonValue, Address | None]]] = field(default_factory=dict)
    """Position -> what comes behind it, each with its origin; -1: before all elements."""


class TrackedList(list[JsonValue]):
    """A list with its number, its origin and those of its elements, which may be plain."""

    __slots__ = ("edit", "element_origins", "number", "origin", "removed_for")
    number: int
    origin: Address | None
    element_origins: list[Address | None]
    removed_for: str | None
    """The rule that an element was last taken out for."""
    edit: _Edit | None

    def remove_later(self, position: int) -> None:
        """Take an element out when the list is rebuilt."""
        self._waiting().removed.add(position)

    def insert_later(self, position: int, value: JsonValue, origin: Address | None) -> None:
        """Put a value behind a position (-1: before all) when the list is rebuilt."""
        self._waiting().inserted.setdefault(position, []).append((value, origin))

    def _waiting(self) -> _Edit:
        self.edit = self.edit or _Edit()
        return self.edit

    def rebuild(self) -> None:
        """Do what waits, all at once."""
        edit, self.edit = self._waiting(), None
        kept = list(edit.inserted.get(-1, ()))
        for position, element in enumerate(zip(self, self.element_origins, strict=True)):
            kept += [] if position in edit.removed else [element]
            kept += edit.inserted.get(position, ())
        self[:] = [value for value, _ in kept]
        self.element_origins = [origin for _, origin in kept]


Tracked: TypeAlias = TrackedObject | TrackedList
Piece: TypeAlias = int | Address
"""What is known again after a move: a container by its number, a plain element by its
origin."""


class Element(Struct, frozen=True):
    """A position of a list; -1 stands before all elements, where something can be put."""

    items: TrackedList
    position: int

    @property
    def value(self) -> JsonValue:
        return self.items[self.position]

    @property
    def origin(self) -> Address | None:
        """Where the element came from; None where a repair put it in."""
        return self.items.element_origins[self.position]

    @property
    def piece(self) -> Piece | None:
        """What the element is known by; None for a plain one that was put in."""
        return piece_of(self.value) or self.origin


class Tracker:
    """Makes the tracked containers of one working copy."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def value(self, value: JsonValue, origin: Address | None = None) -> JsonValue:
        """A copy with tracked containers; one that is tracked already stays as it is."""
        if isinstance(value, (TrackedObject, TrackedList)):
            return value
        if isinstance(value, dict):
            return self.object(value, origin)
        return self.list(value, origin) if isinstance(value, list) else value

    def object(self, value: JsonObject, origin: Address | None = None) -> TrackedObject:
        """A tracked copy of an object, equal keys kept."""
        fields = {key: self.value(inner, _below(origin, key)) for key, inner in value.items()}
        copy = TrackedObject(fields)
        if isinstance(value, ObjectWithEqualKeys):
            copy = with_equal_keys = TrackedObjectWithEqualKeys(fields)
            with_equal_keys.shadowed = value.shadowed
        copy.number, copy.origin = next(self._numbers), origin
        return copy

    def list(self, values: Sequence[JsonValue], origin: Address | None = None) -> TrackedList:
        """A tracked copy of a list."""
        return self.list_of(values, [_below(origin, i) for i in range(len(values))], origin)

    def list_of(
        self,
        values: Sequence[JsonValue],
        origins: Sequence[Address | None],
        origin: Address | None = None,
    ) -> TrackedList:
        """A tracked list of copies of values that came from different places."""
        copy = TrackedList(map(self.value, values, origins))
        copy.number, copy.origin = next(self._numbers), origin
        copy.element_origins = list(origins)
        copy.edit = copy.removed_for = None
        return copy


def piece_of(value: JsonValue) -> Piece | None:
    """What a container is known by."""
    return value.number if isinstance(value, (TrackedObject, TrackedList)) else None


def piece_of_part(part: Part) -> Piece:
    """What the JSON of a part is known by; its address where it is no container."""
    return piece_of(part.raw) or part.address


def _below(origin: Address | None, token: Token) -> Address | None:
    return None if origin is None else child(origin, token)


def plain(value: JsonValue) -> JsonValue:
    """A copy in plain containers, as it leaves a repair."""
    if isinstance(value, dict):
        return plain_object(value)
    return [*map(plain, value)] if isinstance(value, list) else value


def plain_object(value: JsonObject) -> JsonObject:
    """A copy of an object in plain containers, equal keys kept."""
    fields = {key: plain(inner) for key, inner in value.items()}
    if not isinstance(value, ObjectWithEqualKeys):
        return fields
    copy = ObjectWithEqualKeys(fields)
    copy.shadowed = value.shadowed
    return copy


def places_in(value: JsonValue, address: Address) -> Iterator[tuple[Piece, Address]]:
    """Every piece of a value, with the place where it stands."""
    if isinstance(value, TrackedObject):
        yield value.number, address
        for key, inner in value.items():
            yield from places_in(inner, child(address, key))
    elif isinstance(value, TrackedList):
        yield value.number, address
        for i, (inner, origin) in enumerate(zip(value, value.element_origins, strict=True)):
            place = Address(f"{address}/{i}")
            if origin is not None and not isinstance(inner, (dict, list)):
                yield origin, place
            yield from places_in(inner, place)


def containers_in(value: JsonValue, address: Address) -> Iterator[tuple[Tracked, Address]]:
    """Every object and list of a value, with the place where it stands."""
    if isinstance(value, (TrackedObject, TrackedList)):
        yield value, address
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from containers_in(inner, child(address, key))
