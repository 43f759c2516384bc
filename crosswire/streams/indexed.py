"""Blocks, calls and items of an answer by the index that its events give them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from crosswire.address import Address
from crosswire.streams import faults
from crosswire.streams.pieces import Notes, below

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
