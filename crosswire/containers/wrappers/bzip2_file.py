"""bzip2: one file, compressed."""

from __future__ import annotations

import bz2
from collections.abc import Iterator

from crosswire.containers.wrappers.budget import Budget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.containers.wrappers.unpacking import decompressed

NAME = "bzip2"
TITLE = "a bzip2 file"


def fits(data: bytes) -> bool:
    return data.startswith(b"BZh")


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    return decompressed(data, bz2.BZ2Decompressor, (OSError, ValueError), TITLE, budget)
