"""Whether this server can do its work now, and if not, why not, in words for programs."""

from __future__ import annotations

from pathlib import Path

from webapp import store
from webapp.database import Database, DatabaseError, Session
from webapp.schema import is_current


def reasons(database: Database, migrations: Path) -> list[str]:
    """Why it is not ready; none where it is.

    `database-unreachable`, `schema-not-current`, `storage-full`, `storage-read-only`, `no-worker`.
    """
    try:
        if not is_current(database, migrations):
            return ["schema-not-current"]
        with database.session() as session:
            found = [store.cannot_write(session), _no_worker(session)]
    except DatabaseError:
        return ["database-unreachable"]
    return [reason for reason in found if reason]


def _no_worker(session: Session) -> str:
    waits = store.job_counts(session)["waiting"] > 0
    return "no-worker" if waits and not store.worker_is_there(session) else ""
