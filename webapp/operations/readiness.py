"""Whether this server can do its work now, and if not, why not, in words for programs."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Lock

from webapp.database.engine import Database, DatabaseError, Session
from webapp.database.schema import is_current
from webapp.store import jobs, room, workers

PATIENCE = 0.15
"""Seconds that a check waits for the database, before it tells what it knew last."""
FRESH = 10.0
"""Seconds for which that holds."""


class Readiness:
    """What was found last, looked for by a thread of its own: a database that is held by
    somebody may take seconds to answer."""

    def __init__(self, database: Database, migrations: Path) -> None:
        self._look = lambda: reasons(database, migrations)
        self._thread = ThreadPoolExecutor(1)
        self._guard = Lock()
        self._looking: Future[list[str]] | None = None
        self._known: list[str] = []
        self._when = -FRESH

    def reasons(self) -> list[str]:
        """Why the server is not ready, within `PATIENCE`."""
        with self._guard:
            looking = self._looking = self._looking or self._thread.submit(self._look)
        wait([looking], PATIENCE)
        with self._guard:
            if looking.done() and self._looking is looking:
                self._known, self._when = looking.result(), time.monotonic()
                self._looking = None
            is_fresh = time.monotonic() - self._when < FRESH
            return self._known if is_fresh else ["database-unreachable"]


def reasons(database: Database, migrations: Path) -> list[str]:
    """Why it is not ready; none where it is.

    `database-unreachable`, `schema-not-current`, `storage-full`, `storage-read-only`,
    `no-worker`.
    """
    try:
        if not is_current(database, migrations):
            return ["schema-not-current"]
        with database.session() as session:
            found = [room.cannot_write(session), _no_worker(session)]
    except DatabaseError:
        return ["database-unreachable"]
    return [reason for reason in found if reason]


def _no_worker(session: Session) -> str:
    waits = jobs.job_counts(session)["waiting"] > 0
    return "no-worker" if waits and not workers.is_there(session) else ""
