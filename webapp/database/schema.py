"""Brings the schema of a database up to date when the app starts, by Alembic in this process.

Starts at the same time wait for each other, in the transaction that migrates. A schema that is
current costs one query; Alembic is not even imported.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from webapp.database.engine import (
    WRITES,
    Connection,
    Database,
    DatabaseError,
    UnusableDatabase,
    table_names,
)
from webapp.telemetry.events import log_event

# A number of our own, the same in every version.
ADVISORY_LOCK = "SELECT pg_advisory_xact_lock(26727)"


def known_revisions(folder: Path) -> list[str]:
    """The revisions of the migrations, oldest first: their files are named after them."""
    return sorted(
        path.name.partition("_")[0] for path in (folder / "versions").glob("[0-9]*_*.py")
    )


def bring_up_to_date(database: Database, folder: Path, *, keep_copy: bool = True) -> None:
    """Create or migrate the tables; raises UnusableDatabase."""
    known = known_revisions(folder)
    try:
        with database.engine.connect() as connection:
            if _current(connection, known) == known[-1]:
                return
        _migrate(database, folder, known, keep_copy=keep_copy)
    except UnusableDatabase:
        database.engine.dispose()
        raise
    except DatabaseError as error:
        database.engine.dispose()
        place = database.engine.url.render_as_string(hide_password=True)
        raise UnusableDatabase(f"{place} cannot be used: {error.orig}") from error


def is_current(database: Database, folder: Path) -> bool:
    """Whether the tables that are there are those of this version; raises DatabaseError."""
    known = known_revisions(folder)
    with database.engine.connect() as connection:
        try:
            return _current(connection, known) == known[-1]
        except UnusableDatabase:
            return False


def _current(connection: Connection, known: list[str]) -> str | None:
    """The revision of the tables that are there; None where there are none."""
    tables = table_names(connection)
    place = connection.engine.url.render_as_string(hide_password=True)
    if "alembic_version" not in tables:
        if tables:
            raise UnusableDatabase(f"{place} holds other tables than Crosswire's.")
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found is not None and found not in known:
        raise UnusableDatabase(
            f"{place} was written by a newer Crosswire (its schema is {found}, "
            "this version knows "
            f"{known[0]} to {known[-1]}): install that one, or set CROSSWIRE_DATABASE_URL to "
            "another database."
        )
    return None if found is None else str(found)


def _migrate(database: Database, folder: Path, known: list[str], *, keep_copy: bool) -> None:
    with database.engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        driver: Any = connection.connection.dbapi_connection
        if sqlite:
            # To change a table, SQLite makes a new one and drops the old one with its rows.
            driver.execute("PRAGMA foreign_keys=OFF")
        connection.execution_options(**{WRITES: True})
        with connection.begin():
            if not sqlite:
                connection.exec_driver_sql(ADVISORY_LOCK)
            found = _current(connection, known)
            if found != known[-1]:
                if sqlite and keep_copy and found is not None:
                    _keep_copy(connection, known[-1])
                upgrade(connection, folder)
    database.engine.dispose()


def _keep_copy(connection: Connection, revision: str) -> None:
    """Before SQLite's tables are changed, keep the file as it is, where there is room for
    it."""
    from webapp.database.snapshots import CannotBackUp, keep_before  # seldom needed

    file = Path(connection.engine.url.database or "")
    if not file.is_file():  # in memory
        return
    try:
        kept = keep_before(file, revision)
    except CannotBackUp:
        kept = None
    told = {"schema": revision, "copy": f".before-{revision}" if kept else None}
    log_event("upgrading", logging.INFO if kept else logging.WARNING, **told)


def upgrade(connection: Connection, folder: Path, revision: str = "head") -> None:
    """Run the migrations up to a revision in the transaction of this connection."""
    from alembic import command  # slow to import, and seldom needed

    command.upgrade(alembic_config(folder, connection), revision)


def alembic_config(folder: Path, connection: Connection) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
