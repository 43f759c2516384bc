"""The bytes of an upload where they are: in memory, in a file, in a store. Who reads them asks
for pieces, so that a large upload is never held whole.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO, TypeAlias, cast
from weakref import finalize

from crosswire.errors import UnreadableUpload

PIECE = 128 * 1024
"""Bytes that are asked for at once."""
SMALL = 4_000_000
"""Bytes of a file that are read at once: its program may write it meanwhile."""


class Source(ABC):
    """Some bytes, of which pieces can be had."""

    size: int

    @abstractmethod
    def slice(self, start: int, end: int) -> bytes:
        """The bytes from `start` to `end`, fewer where the source ends before."""

    def whole(self) -> bytes:
        return self.slice(0, self.size)

    def pieces(self, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes in order, a piece at a time."""
        end = self.size if end is None else end
        for place in range(start, end, PIECE):
            yield self.slice(place, min(place + PIECE, end))

    def find(self, byte: bytes, start: int = 0) -> int:
        """Where a byte stands first; -1 where it does not."""
        for piece in self.pieces(start):
            place = piece.find(byte)
            if place >= 0:
                return start + place
            start += len(piece)
        return -1

    def line_places(self) -> Iterator[tuple[int, int]]:
        """Where each line begins and where it ends, however long it is."""
        start = 0
        for piece_start in range(0, self.size, PIECE):
            piece = self.slice(piece_start, min(piece_start + PIECE, self.size))
            place = 0
            while (end := piece.find(b"\n", place)) >= 0:
                yield start, piece_start + end
                place = end + 1
                start = piece_start + place
        yield start, self.size

    def lines(self, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """Each line without its end, with its place; what follows the last end is one too."""
        for piece_start in range(start, self.size, PIECE):
            piece = self.slice(piece_start, min(piece_start + PIECE, self.size))
            place = 0
            while (end := piece.find(b"\n", place)) >= 0:
                if start < piece_start:  # a line of several pieces is had at once
                    yield start, self.slice(start, piece_start + end)
                else:
                    yield start, piece[place:end]
                place = end + 1
                start = piece_start + place
        yield start, self.slice(start, self.size)

    def digest(self) -> str:
        """sha256 in hex."""
        found = hashlib.sha256()
        for piece in self.pieces():
            found.update(piece)
        return found.hexdigest()


class Digest:
    """The sha256 of a source in hex, worked out when somebody first asks for it."""

    def __init__(self, source: Source) -> None:
        self._source, self._found = source, ""

    def __call__(self) -> str:
        self._found = self._found or self._source.digest()
        return self._found


class InMemory(Source):
    """Bytes that somebody holds."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.size = len(data)

    def slice(self, start: int, end: int) -> bytes:
        return self._data[start:end]

    def digest(self) -> str:
        return hashlib.sha256(self._data).hexdigest()


class InStream(Source):
    """A file that somebody opened, as long as it was then; what is appended meanwhile is not
    seen."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = file.seek(0, SEEK_END)

    def slice(self, start: int, end: int) -> bytes:
        wanted = max(min(end, self.size) - start, 0)
        found = self._read(start, wanted)
        while len(found) < wanted:  # a system gives at most two gigabytes
            more = self._read(start + len(found), wanted - len(found))
            if not more:
                raise UnreadableUpload("The file was cut while it was read. Read it again.")
            found += more
        return found

    def _read(self, start: int, count: int) -> bytes:
        try:
            self._file.seek(start)
            return self._file.read(count)
        except OSError as error:
            raise UnreadableUpload(f"{error.strerror or error}.") from error


class InFile(InStream):
    """A file of this machine, closed when nobody has it any more."""

    def __init__(self, path: Path) -> None:
        file = path.open("rb", buffering=0)
        finalize(self, file.close)
        super().__init__(cast(BinaryIO, file))


Data: TypeAlias = bytes | Source
"""An upload: its bytes, or where they are."""


def source_of(data: Data) -> Source:
    """Whatever is given, as a source."""
    return data if isinstance(data, Source) else InMemory(data)


def bytes_of(data: Data) -> bytes:
    """All the bytes."""
    return data.whole() if isinstance(data, Source) else data


def size_of(data: Data) -> int:
    """How many bytes they are."""
    return data.size if isinstance(data, Source) else len(data)


def begin_of(data: Data, count: int = PIECE) -> bytes:
    """The first bytes."""
    return data.slice(0, count) if isinstance(data, Source) else data[:count]
