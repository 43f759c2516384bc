"""Blocks, calls and items of an answer by the index that its events give them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from crosswire.address import Address
from crosswire.model import JsonObject
from crosswire.model.json_values import object_or_empty
from crosswire.streams import faults
from crosswire.streams.pieces import Event, Notes, below, number_of

T = TypeVar("T")


class Indexed(Generic[T]):
    """Things by their index, of which broken streams give one to several."""

    def __init__(self) -> None:
        self.at_index: dict[int, list[tuple[T, Address]]] = {}

    def __contains__(self, index: int) -> bool:
        return index in self.at_index

    def last(self, index: int) -> T | None:
        """The one that began last at an index."""
        found = self.at_index.get(index)
        return None if found is None else found[-1][0]

    def began(self, index: int) -> Address:
        """Where that one began."""
        return self.at_index[index][-1][1]

    def begin(self, index: int, thing: T, at: Address) -> T:
        """Something begins; `at` is its event, or what has the index there."""
        self.at_index.setdefault(index, []).append((thing, at))
        return thing

    def newest(self) -> int | None:
        """The highest index."""
        return max(self.at_index, default=None)

    def __iter__(self) -> Iterator[T]:
        """In the order of their indexes."""
        for index in sorted(self.at_index):
            yield from (thing for thing, _ in self.at_index[index])

    def tell_gaps(self, notes: Notes, name: str = "index") -> None:
        """Tell each index before which another one is left out."""
        expected = 0
        for index in sorted(self.at_index):
            if index > expected:
                at = below(self.at_index[index][0][1], name)
                faults.index_left_out(notes, expected, index, at)
            expected = index + 1


class Begun:
    """Something that begins, comes in pieces and ends: a block, a call."""

    def __init__(self, at: Address) -> None:
        self.at = at
        self.start: JsonObject | None = None
        """What it began with, where that was said."""
        self.start_at = at
        self.has_ended = False
        self.lacks_index = False

    def takes(self, piece: JsonObject) -> bool:
        """Whether a piece may be one of it."""
        return True


B = TypeVar("B", bound=Begun)


class InPieces(Indexed[B]):
    """Things that have an event for their beginning, some for their pieces and one for their
    end; what is wrong with these is told."""

    def __init__(
        self, make: Callable[[Address], B], what: str, notes: Notes, key: str = "index"
    ) -> None:
        super().__init__()
        self.make = make
        self.what = what
        """One of them, with its article."""
        self.notes = notes
        self.key = key
        """The field with the index."""

    def of(
        self, event: Event, piece: JsonObject, place: Address, *, is_start: bool
    ) -> B | None:
        """What the piece of an event goes on with; None where it says again what was said."""
        index, (held, at) = self._index_of(event, is_start=is_start), event
        known = self.last(index)
        if known is not None and is_start and known.start == piece and not known.has_ended:
            faults.doubled(self.notes, at, known.start_at)
            return None
        if known is None or not known.takes(piece) or (is_start and known.start is not None):
            if known is not None:
                faults.shares_index(self.notes, event, self.began(index), self.key)
            known = self.begin(index, self.make(place), at)
        elif is_start:
            faults.late_start(self.notes, self.what, at, known.at)
        elif known.has_ended:
            faults.after_end(self.notes, self.what, at, known.at)
        if is_start:
            known.start, known.start_at = piece, at
        if number_of(object_or_empty(held).get(self.key)) is None and not known.lacks_index:
            known.lacks_index = True
            faults.no_index(self.notes, self.what, at)
        return known

    def end(self, event: Event) -> None:
        """Something ends."""
        known = self.last(self._index_of(event, is_start=False))
        if known is None:
            faults.start_missing(self.notes, self.what, event[1])
        else:
            known.has_ended = True

    def _index_of(self, event: Event, *, is_start: bool) -> int:
        """The index that an event says; else that of the newest, or the next one."""
        index = number_of(object_or_empty(event[0]).get(self.key))
        newest = self.newest() or 0
        return newest + (is_start and newest in self) if index is None else index
