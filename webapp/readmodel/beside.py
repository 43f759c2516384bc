"""Blocks of rows, packed beside the bytes of the upload that they are about.

What a page shows of a log, and what is searched in it, is text of the upload over again.
Packed beside these bytes, which are kept anyway, it takes a fifth of what it takes by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from crosswire.containers import Data, source_of
from webapp.packing import SEGMENT_BYTES, pack, segments
from webapp.readmodel.indexed import Block
from webapp.readmodel.outline import BLOCK_ROWS

Span = tuple[int, int]
MOST_BESIDE = 2_000_000
"""Bytes beside which one block is packed; each look at it unpacks them."""
LIKELY_BYTES = 4 * SEGMENT_BYTES
"""Bytes beside which a segment of a payload is packed."""


def block_spans(places: Iterable[tuple[int, int | None, int | None]]) -> dict[int, Span]:
    """From the row, the first byte and the last one of parts: the bytes of the upload in which
    each block of rows stands."""
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
    """The bytes of an upload that are kept in the same database, by the blocks of one
    conversation."""

    def __init__(self, data: Data, spans: Mapping[int, Span]) -> None:
        self._source, self._spans = source_of(data), spans

    def packed(self, number: int, block: bytes) -> Block:
        """A block of this number."""
        start, end = self._spans.get(number, (0, 0))
        return self._packed(block, start, end)

    def packed_payload(self, payload: bytes, whole: bool) -> Iterator[tuple[int, Block]]:
        """The segments of a payload, each with its offset: beside what stands as far into the
        conversation, or into the whole upload, which it likely repeats."""
        first = min((start for start, _ in self._spans.values()), default=0)
        last = max((end for _, end in self._spans.values()), default=0)
        if whole:
            first, last = 0, self._source.size
        for offset, piece in segments(payload):
            middle = first + (last - first) * (offset + len(piece) // 2) // len(payload)
            end = min(last, max(middle + LIKELY_BYTES // 2, first + LIKELY_BYTES))
            yield offset, self._packed(piece, max(first, end - LIKELY_BYTES), end)

    def _packed(self, block: bytes, start: int, end: int) -> Block:
        known = self._source.slice(start, end)
        return Block(pack(block, beside=known), start, end) if known else Block(pack(block))
