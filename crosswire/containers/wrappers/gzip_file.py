"""gzip: one file, compressed, perhaps in several frames."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from crosswire.containers.wrappers.budget import Budget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.containers.wrappers.unpacking import decompressed

NAME = "gzip"
TITLE = "a gzip file"


class _Decompressor:
    """zlib's, which hands back what it has not looked at yet, as the others keep it."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._waiting = b""

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        piece = self._inner.decompress(self._waiting + data, max(0, max_length))
        self._waiting = self._inner.unconsumed_tail
        return piece


def fits(data: bytes) -> bool:
    return data.startswith(b"\x1f\x8b")


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    return decompressed(data, _Decompressor, (zlib.error,), TITLE, budget)
