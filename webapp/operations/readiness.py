"""Whether this server can do its work now, and if not, why not, in words for programs."""

from __future__ import annotations

from pathlib import Path

from webapp.database.engine import Database, DatabaseError, Session
from webapp.database.schema import is_current
from webapp.store import jobs, room, workers


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
