"""The database: SQLite or PostgreSQL through SQLAlchemy, one session a request."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError
from sqlalchemy.orm import Session, sessionmaker

__all__ = [
    "Connection",
    "Database",
    "DatabaseError",
    "Engine",
    "Session",
    "StorageFull",
    "UnusableDatabase",
    "session",
    "table_names",
    "writing",
]

# SQLite before 3.51.3 can corrupt a database in WAL mode (https://sqlite.org/changes.html).
SQLITE_JOURNAL = "WAL" if sqlite3.sqlite_version_info >= (3, 51, 3) else "TRUNCATE"
SQLITE_PRAGMAS = (
    "busy_timeout=15000",
    f"journal_mode={SQLITE_JOURNAL}",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",  # what was deleted is gone from the file
    "trusted_schema=OFF",
)
WRITES = "crosswire_writes"
"""Option of a connection whose transaction takes its turn to write before it reads anything."""


class StorageFull(Exception):
    """The database has no room left."""


class UnusableDatabase(Exception):
    """A database that cannot or must not be used, said in one line."""


class Database:
    """An engine and its sessions."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        self.session = sessionmaker(self.engine, expire_on_commit=False)

    def attach(self, app: Flask) -> None:
        """Serve the sessions of an app's requests."""
        app.extensions["crosswire.database"] = self
        app.teardown_appcontext(_close)


def session() -> Session:
    """The session of this request."""
    if "session" not in g:
        database: Database = current_app.extensions["crosswire.database"]
        g.session = database.session()
    found: Session = g.session
    return found


def _close(_: BaseException | None) -> None:
    opened: Session | None = g.pop("session", None)
    if opened is not None:
        opened.close()


@contextmanager
def writing(session: Session) -> Iterator[None]:
    """One transaction that writes."""
    session.commit()
    try:
        session.connection(execution_options={WRITES: True})
        yield
        session.commit()
    except OperationalError as error:
        session.rollback()
        if "full" in str(error.orig) or "No space left" in str(error.orig):
            raise StorageFull from error
        raise
    except BaseException:
        session.rollback()
        raise


def forget_deleted(session: Session) -> None:
    """After a deletion: empty SQLite's write-ahead log, which still holds what was deleted."""
    engine = session.get_bind()
    if isinstance(engine, Engine) and engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            driver: Any = connection.connection.dbapi_connection
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # without a log it does nothing


def table_names(connection: Connection) -> list[str]:
    return inspect(connection).get_table_names()


def _engine(address: str) -> Engine:
    try:
        url = make_url(address)
        # Parameters hold names of files and permalinks, which no log may show.
        engine = create_engine(url, hide_parameters=True, pool_pre_ping=True)
    except (ArgumentError, ValueError) as error:
        raise UnusableDatabase(
            "CROSSWIRE_DATABASE_URL is no address of a database, such as sqlite:////folder/file.db "
            "or postgresql://user@host/name."
        ) from error
    except ModuleNotFoundError as error:
        raise UnusableDatabase(
            f"CROSSWIRE_DATABASE_URL needs the package {error.name}, which is not installed."
        ) from error
    if engine.dialect.name == "sqlite" and url.database:
        _make_folder(Path(url.database).parent)
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise UnusableDatabase(f"{folder} cannot be used: {error.strerror}.") from error


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # the driver begins no transaction of its own
    for pragma in SQLITE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    """Begin only what writes: a reader in a transaction would keep writers from committing."""
    if connection.get_execution_options().get(WRITES):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
