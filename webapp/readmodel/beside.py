"""Blocks of rows, packed beside the bytes of the upload that they are about.

What a page shows of a log, and what is searched in it, is text of the upload over again.
Packed beside these bytes, which are kept anyway, it takes a fifth of what it takes by itself.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate

from crosswire.containers import Data, source_of
from webapp.packing import pack, segments_of
from webapp.readmodel.indexed import Block
from webapp.readmodel.outline import BLOCK_ROWS

Span = tuple[int, int]
PlaceOfRow = tuple[int, int | None, int | None]
"""The row of a part, and where the part stands, if anywhere."""
MOST_BESIDE = 2_000_000
"""Bytes beside which one block is packed; each look at it unpacks them."""
PAYLOAD_BYTES = 256 * 1024
"""A segment of a payload, unpacked: zstd finds what a larger one repeats less often."""
LIKELY_BYTES = 4 * PAYLOAD_BYTES
"""Bytes beside which a segment of a payload is packed."""


def block_spans(places: Iterable[PlaceOfRow]) -> dict[int, Span]:
    """The bytes of the upload in which each block of rows stands."""
    found: dict[int, Span] = {}
    for row, start, end in places:
        if start is not None and end is not None:
            first, last = found.get(row // BLOCK_ROWS, (start, end))
            found[row // BLOCK_ROWS] = min(first, start), max(last, end)
    return {
        number: (start, min(end, start + MOST_BESIDE))
        for number, (start, end) in found.items()
    }


class Beside:
    """The bytes of an upload that are kept in the same database, and where the parts of one
    conversation stand in them: the row of each, its first byte and the one behind its last."""

    def __init__(self, data: Data, places: Iterable[PlaceOfRow] = ()) -> None:
        self._source = source_of(data)
        known = sorted(
            (start, end, row)
            for row, start, end in places
            if start is not None and end is not None
        )
        self._spans = block_spans((row, start, end) for start, end, row in known)
        self._ends = array("q", (end for _, end, _ in known))
        self._read = array("q", accumulate(end - start for start, end, _ in known))
        """The bytes of each part and those before it."""

    def packed(self, number: int, block: bytes) -> Block:
        """A block of this number."""
        start, end = self._spans.get(number, (0, 0))
        return self._packed(block, start, end)

    def packed_payload(
        self, payload: Iterable[bytes], size: int, whole: bool
    ) -> Iterator[tuple[int, Block]]:
        """The segments of a payload of this size, which comes in pieces, each with its offset:
        beside what stands as far into the parts of the conversation, or into the whole upload,
        which it likely repeats."""
        for offset, piece in segments_of(payload, PAYLOAD_BYTES):
            share = (offset + len(piece) / 2) / size
            middle = int(share * self._source.size) if whole else self._at(share)
            start = max(0, middle - LIKELY_BYTES // 2)
            end = min(start + LIKELY_BYTES, self._source.size)
            yield offset, self._packed(piece, start, end)

    def _at(self, share: float) -> int:
        """The byte up to which so much of all parts stands."""
        if not self._read:
            return 0
        before = int(share * self._read[-1])
        part = bisect_left(self._read, before)
        return self._ends[part] - (self._read[part] - before)

    def _packed(self, block: bytes, start: int, end: int) -> Block:
        known = self._source.slice(start, end)
        return Block(pack(block, beside=known), start, end) if known else Block(pack(block))
