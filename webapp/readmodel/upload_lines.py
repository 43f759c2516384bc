"""Where the lines of an upload begin, as an index that is small for any size."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

STRIDE = 512
"""Lines between two places that the index knows."""
FAR = 1 << 18
"""Bytes that are read at once to count the lines of a stretch."""

Read = Callable[[int, int], bytes]
"""Gives the bytes of the upload between two offsets."""


@dataclass(frozen=True, slots=True)
class LineIndex:
    """The beginnings of some lines of an upload; the others are found from these."""

    count: int
    """Lines; a line end at the very end begins none."""
    size: int
    starts: array[int]
    """Where the lines 1, 1 + STRIDE, 1 + 2 * STRIDE, ... begin."""

    def start_of(self, line: int, read: Read) -> int:
        """The offset at which a line (from 1) begins; the size where there are fewer."""
        if line > self.count:
            return self.size
        place, left = self.starts[(line - 1) // STRIDE], (line - 1) % STRIDE
        for offset, some in _stretches(place, self.size, read):
            at = -1
            while left:
                at = some.find(b"\n", at + 1)
                if at < 0:
                    break
                left -= 1
            if not left:
                return offset + at + 1
        return self.size

    def line_of(self, offset: int, read: Read) -> int:
        """The line (from 1) that has the byte at an offset."""
        number = bisect_right(self.starts, offset) - 1
        before = _stretches(self.starts[number], min(offset, self.size), read)
        found = 1 + number * STRIDE + sum(some.count(b"\n") for _, some in before)
        return min(found, self.count)


def index_lines(pieces: Iterable[bytes]) -> LineIndex:
    """The index of an upload, which comes in pieces."""
    starts, line, size, ends_line = array("Q", [0]), 1, 0, True
    for piece in pieces:
        wanted = STRIDE - (line - 1) % STRIDE
        breaks = piece.count(b"\n")
        if breaks >= wanted:
            _note_starts(piece, size, wanted, starts)
        line += breaks
        size += len(piece)
        ends_line = piece.endswith(b"\n") if piece else ends_line
    count = line - 1 if ends_line and line > 1 else line
    return LineIndex(count, size, starts)


def _note_starts(piece: bytes, offset: int, wanted: int, starts: array[int]) -> None:
    """Note the beginning of each STRIDE-th line of a piece, the first after `wanted` line
    ends."""
    at = -1
    while True:
        for _ in range(wanted):
            at = piece.find(b"\n", at + 1)
            if at < 0:
                return
        starts.append(offset + at + 1)
        wanted = STRIDE


def _stretches(first: int, end: int, read: Read) -> Iterator[tuple[int, bytes]]:
    for offset in range(first, end, FAR):
        yield offset, read(offset, min(offset + FAR, end))
