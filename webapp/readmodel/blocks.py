"""Lists as they are stored: so many entries in a block as a page shows rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from webapp.packing import pack_record
from webapp.readmodel.outline import BLOCK_ROWS

Item = TypeVar("Item")


def in_blocks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """The items, a block at a time."""
    return (items[first : first + BLOCK_ROWS] for first in range(0, len(items), BLOCK_ROWS))


def packed_blocks(items: Sequence[object]) -> list[bytes]:
    """Each block of the items, packed."""
    return list(map(pack_record, in_blocks(items)))
