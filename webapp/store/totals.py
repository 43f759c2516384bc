"""What the database holds, in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select, text

from webapp.database.engine import Session
from webapp.database.tables import ShareRow, UploadRow, WorkerRow
from webapp.store.clock import of_late
from webapp.store.jobs import job_counts
from webapp.store.workers import GONE


@dataclass(frozen=True, slots=True)
class Totals:
    """Numbers for operators."""

    uploads: Sequence[tuple[str, int, int]]
    """Format, how many, and their bytes as they came."""
    copies: int
    jobs: dict[str, int]
    """By state."""
    workers: int
    """Those that were heard from of late."""
    database_bytes: int


def totals(session: Session) -> Totals:
    by_format = select(UploadRow.format, func.count(), func.sum(UploadRow.size)).group_by(
        UploadRow.format
    )
    there = select(func.count()).select_from(WorkerRow).where(of_late(WorkerRow.beat_at, GONE))
    return Totals(
        uploads=[
            (format, count, int(size)) for format, count, size in session.execute(by_format)
        ],
        copies=session.scalar(select(func.count()).select_from(ShareRow)) or 0,
        jobs=job_counts(session),
        workers=session.scalar(there) or 0,
        database_bytes=_size(session),
    )


def _size(session: Session) -> int:
    if session.get_bind().dialect.name == "sqlite":
        query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    else:
        query = "SELECT pg_database_size(current_database())"
    return int(session.scalar(text(query)) or 0)
