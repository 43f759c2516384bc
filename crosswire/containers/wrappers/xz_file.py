"""xz: one file, compressed."""

from __future__ import annotations

import lzma
from collections.abc import Iterator

from crosswire.containers.wrappers.budget import MEGABYTE, Budget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.containers.wrappers.unpacking import Decompressor, decompressed

NAME = "xz"
TITLE = "an xz file"
MEMORY = 100 * MEGABYTE
"""For its dictionary; the program's highest level needs 65 MB."""


def fits(data: bytes) -> bool:
    return data.startswith(b"\xfd7zXZ\x00")


def _new() -> Decompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    return decompressed(data, _new, (lzma.LZMAError,), TITLE, budget)
