"""Writes files that are not there yet, for their owner alone."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from crosswire.doctor.walking import read_plain

MOST_COPIES = 100


def write_new(path: Path, data: bytes) -> bool:
    """Write a file; whether it holds this now, as it may have before. Raises OSError."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return holds(path, data)
    try:
        with open(handle, "wb") as file:
            file.write(data)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return True


def holds(path: Path, data: bytes) -> bool:
    """Whether a file is there that holds this and nothing else."""
    with suppress(OSError):
        return read_plain(path) == data
    return False
