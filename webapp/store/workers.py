"""The processes that work on the queue: which of them are there."""

from __future__ import annotations

import os
import secrets
import socket
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from webapp.database.engine import Session, writing
from webapp.database.tables import JobRow, WorkerRow
from webapp.store.clock import of_late

SECONDS_BETWEEN = 15.0
"""Seconds between two signs of life of a worker that has nothing to do."""
GONE = timedelta(seconds=3 * SECONDS_BETWEEN)
"""A worker that has not been heard from for so long is not there."""
FORGOTTEN = timedelta(hours=1)


def heartbeat(session: Session, worker: str) -> None:
    """Write down that a worker is there; forget those that have long been silent."""
    try:
        with writing(session):
            session.execute(delete(WorkerRow).where(~of_late(WorkerRow.beat_at, FORGOTTEN)))
            session.merge(WorkerRow(name=worker, beat_at=datetime.now(UTC)))
    except IntegrityError:
        pass  # it said so twice at once


def remove(session: Session, worker: str) -> None:
    """Write down that a worker ends."""
    with writing(session):
        session.execute(delete(WorkerRow).where(WorkerRow.name == worker))


def is_there(session: Session) -> bool:
    """Whether some worker was heard from of late."""
    query = select(WorkerRow.name).where(of_late(WorkerRow.beat_at, GONE))
    return session.scalar(query.limit(1)) is not None


def has(session: Session, upload_id: int, worker: str) -> bool:
    """In a transaction: whether a worker still has an upload that it reads."""
    query = select(JobRow.worker).where(
        JobRow.upload_id == upload_id, JobRow.state == "working"
    )
    return session.scalar(query.with_for_update()) == worker


def new_name() -> str:
    """A name by which others on this machine see whether this process has ended."""
    return f"{_host()}:{os.getpid()}:{secrets.token_urlsafe(6)}"


def has_ended(worker: str | None) -> bool:
    """Whether a worker was a process of this machine that is no more."""
    host, _, rest = (worker or "").partition(":")
    pid = rest.partition(":")[0]
    if host != _host() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _host() -> str:
    return socket.gethostname()[:40]
