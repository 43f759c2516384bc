"""A copy of a log's documents without some of their elements, and the addresses of what is
left."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Sequence

from crosswire.address import (
    Address,
    child,
    document_of,
    parent,
    position_of,
    root,
    split,
)
from crosswire.model import JsonValue


class Cut:
    """Some addresses that are left out: documents, elements of lists, or fields."""

    def __init__(self, left_out: Collection[Address]) -> None:
        self._left_out = set(left_out)
        self._documents = sorted(
            document_of(one) for one in self._left_out if one == root(document_of(one))
        )
        self._positions: dict[Address, list[int]] = defaultdict(list)
        self._above: set[Address] = set()
        for one in self._left_out:
            above = parent(one)
            position = position_of(one) if above is not None else None
            if above is not None and position is not None:
                self._positions[above].append(position)
            while above is not None and above not in self._above:
                self._above.add(above)
                above = parent(above)
        for positions in self._positions.values():
            positions.sort()

    def documents(self, documents: Sequence[JsonValue]) -> list[JsonValue]:
        """The documents without what is left out."""
        return [
            self._value(document, root(number))
            for number, document in enumerate(documents)
            if root(number) not in self._left_out
        ]

    def _value(self, value: JsonValue, at: Address) -> JsonValue:
        if at not in self._above:
            return value
        if isinstance(value, list):
            return [
                self._value(inner, place)
                for number, inner in enumerate(value)
                if (place := child(at, number)) not in self._left_out
            ]
        if isinstance(value, dict):
            return {
                key: self._value(inner, place)
                for key, inner in value.items()
                if (place := child(at, key)) not in self._left_out
            }
        return value

    def moved(self, address: Address) -> Address:
        """Where an address that is left stands now."""
        number = document_of(address)
        before, _, rest = address.partition(":")
        at, now = root(number), root(number - bisect_left(self._documents, number))
        levels = split(Address(f"{before}:{rest}")).levels
        for token in levels[0]:
            above, at = at, Address(f"{at}/{token}")
            position = position_of(at)
            positions = self._positions.get(above)
            if positions and position is not None:
                token = str(position - bisect_left(positions, position))
            now = Address(f"{now}/{token}")
        return Address(now + address[len(at) :])
