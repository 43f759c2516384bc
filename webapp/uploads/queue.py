"""Brings the uploads that wait to be read to workers, on PostgreSQL by procrastinate.

What is to be done stands in `jobs` (webapp/store/jobs.py) and nowhere else. The queue carries no more than
the number of an upload, and a worker that gets one asks `jobs` whether it may begin. So a number that
comes twice does nothing, and one that is lost is sent again. The queue's tables stand in a schema of their
own and are made anew for another version of procrastinate.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any

from webapp.database.engine import Connection, Database

if TYPE_CHECKING:
    from procrastinate import App

SCHEMA = "crosswire_queue"
TASK = "read"
# A number of our own, the same in every version.
ADVISORY_LOCK = "SELECT pg_advisory_xact_lock(26728)"


def is_possible(database: Database) -> bool:
    """Whether this database is one for which there are workers on other machines."""
    return database.engine.dialect.name == "postgresql" and find_spec("procrastinate") is not None


def prepare(database: Database) -> None:
    """Make the queue's tables, once."""
    with database.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql(ADVISORY_LOCK)
        if _version_of(connection) != _version():
            _make(connection)


def queue(database: Database, read: Callable[[int], None] | None = None) -> App:
    """The queue: who sends numbers to it needs no more, a worker says how one is `read`."""
    from procrastinate import App, PsycopgConnector, SyncPsycopgConnector

    url = database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    settings: dict[str, Any] = {
        "conninfo": url,
        "kwargs": {"options": f"-c search_path={SCHEMA}"},
        "min_size": 1,
        "max_size": 4,
    }
    made = App(connector=(SyncPsycopgConnector if read is None else PsycopgConnector)(**settings))

    @made.task(name=TASK)
    def task(upload_id: int) -> None:
        if read is not None:
            read(upload_id)

    return made


class Sender:
    """Sends the numbers of uploads to workers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: App | None = None
        self._opening = Lock()

    def __call__(self, upload_id: int) -> None:
        """Send a number, unless it waits there already; one that cannot be sent is sent later."""
        from procrastinate.exceptions import AlreadyEnqueued, ConnectorException

        with suppress(AlreadyEnqueued, ConnectorException):
            task = self._opened().configure_task(TASK, queueing_lock=f"upload-{upload_id}")
            task.defer(upload_id=upload_id)

    def close(self) -> None:
        if self._queue is not None:
            self._queue.close()
            self._queue = None

    def _opened(self) -> App:
        with self._opening:
            if self._queue is None:
                prepare(self._database)
                made = queue(self._database)
                made.open()
                self._queue = made
            return self._queue


def _version() -> str:
    from procrastinate import __version__

    return f"procrastinate {__version__}"


def _version_of(connection: Connection) -> object:
    """Which procrastinate the tables that are there were made by."""
    return connection.exec_driver_sql(
        f"SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = '{SCHEMA}'"  # noqa: S608 - a constant
    ).scalar()


def _make(connection: Connection) -> None:
    from procrastinate.schema import SchemaManager

    driver: Any = connection.connection.dbapi_connection
    for statement in (
        f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE",
        f"CREATE SCHEMA {SCHEMA}",
        f"COMMENT ON SCHEMA {SCHEMA} IS '{_version()}'",
        f"SET LOCAL search_path = {SCHEMA}",
        SchemaManager.get_schema(),
    ):
        driver.execute(statement)
