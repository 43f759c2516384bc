"""Documents that stand within a longer text, and the way back to its bytes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from msgspec import Struct


class Body(Struct, frozen=True):
    """The bytes of a document, which quotes of a shell may break up, and where they stand."""

    text: bytes
    starts: tuple[int, ...]
    """Where runs of bytes begin that stand in the upload as they are here."""
    places: tuple[int, ...]
    """Where each of them begins in the upload."""
    is_literal: bool = False
    """Whether it is a Python literal."""

    @property
    def is_unbroken(self) -> bool:
        return len(self.starts) == 1

    def position_of(self, place: int) -> int | None:
        """Where a byte of the upload stands in the document; None where it is none of it."""
        run = bisect_right(self.places, place) - 1
        if run < 0:
            return None
        position = self.starts[run] + place - self.places[run]
        following = self.starts[run + 1] if run + 1 < len(self.starts) else len(self.text)
        return position if position < following else None

    def places_of(self, positions: Iterable[int]) -> list[int]:
        """Where these bytes of the document stand in the upload."""
        found = []
        for position in positions:
            run = max(0, bisect_right(self.starts, position) - 1)
            found.append(self.places[run] + position - self.starts[run])
        return found
