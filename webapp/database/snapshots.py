"""Copies of an SQLite database, made while others use it."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

WAITS = 60.0
"""Seconds for which another connection may keep this one from beginning."""


class CannotBackUp(Exception):
    """A copy that was not made, said in one line."""


@contextmanager
def made_whole(target: Path) -> Iterator[Path]:
    """A file beside this one to write to, which takes its place once it is whole and on the
    disk."""
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        make_private(part)
        yield part
        _to_disk(part)
        part.replace(target)
        _to_disk(target.parent)
    except OSError as error:
        raise CannotBackUp(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        for rest in (part, part.with_name(f"{part.name}-journal")):
            with suppress(OSError):
                rest.unlink(missing_ok=True)


def make_private(file: Path) -> None:
    """An empty file that nobody else reads: it will hold what people keep here."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment into a file that is empty, or into another
    database.

    Raises CannotBackUp.
    """
    try:
        with (
            closing(
                sqlite3.connect(
                    f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=WAITS
                )
            ) as old,
            closing(sqlite3.connect(target, timeout=WAITS)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        raise CannotBackUp(f"{source} cannot be copied: {error}.") from error


def close_journal(file: Path) -> None:
    """Make a copy one file, whatever journal its source has; raises CannotBackUp where it is
    not whole."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise CannotBackUp(f"The copy cannot be read: {error}.") from error
    if said != "ok":
        raise CannotBackUp(f"The copy is damaged, so the database may be too: {said}.")


def keep_before(file: Path, revision: str) -> Path | None:
    """Keep a copy beside a database that is about to be migrated; None where the disk has no
    room for it."""
    if shutil.disk_usage(file.parent).free < 2 * file.stat().st_size:
        return None
    target = _free_name(file.with_name(f"{file.name}.before-{revision}"))
    with made_whole(target) as part:
        copy_sqlite(file, part)
        close_journal(part)
    return target


def _free_name(wanted: Path) -> Path:
    """An older copy stays."""
    found, number = wanted, 1
    while found.exists():
        number += 1
        found = wanted.with_name(f"{wanted.name}-{number}")
    return found


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
