"""The databases that commands work on, opened without changing anything in them."""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webapp.operations.starting import CannotStart

if TYPE_CHECKING:
    from webapp.database.engine import Connection, Database, DatabaseError
    from webapp.settings import Settings

AGAIN = 1.0
"""Seconds between two lines of progress."""


@contextmanager
def opened(url: str, settings: Settings) -> Iterator[Database]:
    """A database, whatever is in it; raises CannotStart."""
    from webapp.database.engine import Database, DatabaseError, UnusableDatabase

    try:
        database = Database(url, settings.uploads)
    except UnusableDatabase as error:
        raise CannotStart(str(error)) from error
    try:
        yield database
    except UnusableDatabase as error:
        raise CannotStart(str(error)) from error
    except DatabaseError as error:
        raise CannotStart(f"{shown(database)} cannot be used: {_why(error)}.") from error
    finally:
        database.engine.dispose()


def _why(error: DatabaseError) -> str:
    """In SQLite's own words; those of PostgreSQL may show what is in a row."""
    return (
        str(error.orig) if isinstance(error.orig, sqlite3.Error) else type(error.orig).__name__
    )


@contextmanager
def reading(database: Database) -> Iterator[Connection]:
    """All that is read is of one moment."""
    with database.engine.connect() as connection:
        if file_of(database) is None:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            connection.exec_driver_sql("BEGIN")
        yield connection


@contextmanager
def writing_all(database: Database) -> Iterator[Connection]:
    """All that is written is there in the end, or nothing of it."""
    from webapp.database.engine import WRITES

    with database.engine.connect() as connection:
        connection.execution_options(**{WRITES: True})
        with connection.begin():
            yield connection


def must_be_current(database: Database) -> None:
    """Raises CannotStart where the tables are not those of this version."""
    from webapp.database.schema import is_current
    from webapp.settings import data_dir

    if not is_current(database, data_dir("migrations")):
        raise CannotStart(
            f"{shown(database)} has no tables of this version of Crosswire: "
            "start `crosswire serve` once, "
            "which makes or upgrades them."
        )


def make_current(database: Database, *, keep_copy: bool = True) -> None:
    """Make or upgrade the tables; raises UnusableDatabase."""
    from webapp.database.schema import bring_up_to_date
    from webapp.settings import data_dir

    bring_up_to_date(database, data_dir("migrations"), keep_copy=keep_copy)


def file_of(database: Database) -> Path | None:
    """The file of an SQLite database; None for PostgreSQL."""
    url = database.engine.url
    return (
        Path(url.database)
        if database.engine.dialect.name == "sqlite" and url.database
        else None
    )


def shown(database: Database) -> str:
    return database.engine.url.render_as_string(hide_password=True)


def sqlite_address(file: Path) -> str:
    return f"sqlite:///{file.resolve().as_posix()}"


class CopyProgress:
    """Tells how far a copy is, on standard error."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, table: str, done: int, of: int) -> None:
        now = time.monotonic()
        if of and (now - self._last > AGAIN or (done == of and not sys.stderr.isatty())):
            self._last = now
            click.echo(f"{table}: {done:,} of {of:,} rows", err=True)
