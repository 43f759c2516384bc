"""Deletes what has had its time: copies, uploads, and what nothing needs any more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, func, select

from webapp.database.engine import Session, writing
from webapp.database.objects import ObjectsUnreachable
from webapp.database.tables import ConversationRow, PaneRow, ShareRow, UploadRow, VerdictRow
from webapp.settings import Settings
from webapp.store.blobs import remove_orphans
from webapp.store.deleting import delete_uploads
from webapp.telemetry.events import log_event


@dataclass(frozen=True, slots=True)
class Tidied:
    """How much was deleted, or would be."""

    copies: int = 0
    """Copies for others whose time is over."""
    uploads: int = 0
    """Uploads older than is kept, without the copies that went with them."""
    panes: int = 0
    """Panes and verdicts by other code than that which read their upload."""
    objects: int = 0
    """Objects in the store that no upload names."""


def tidy(session: Session, settings: Settings) -> Tidied:
    """Delete what has had its time by the settings; a worker does so once an hour."""
    days = settings.keep_days
    return purge(session, None if days is None else timedelta(days=days))


def purge(
    session: Session, older_than: timedelta | None, *, expired_only: bool = False
) -> Tidied:
    """Delete copies that ran out and, unless only they are to go, uploads of some age and what
    is left over.

    Our own examples stay.
    """
    copies = _delete(session, _ran_out())
    if expired_only:
        done = Tidied(copies=copies)
    else:
        uploads = 0 if older_than is None else _delete(session, _older(older_than))
        done = Tidied(copies, uploads, _delete_old_panes(session), _remove_objects(session))
    if done != Tidied():
        log_event(
            "purged",
            copies=done.copies,
            uploads=done.uploads,
            panes=done.panes,
            objects=done.objects,
        )
    return done


def would_purge(
    session: Session, older_than: timedelta | None, *, expired_only: bool = False
) -> Tidied:
    """What `purge` would delete of uploads, without deleting it."""
    copies = _count(session, _ran_out())
    if expired_only:
        return Tidied(copies=copies)
    uploads = 0 if older_than is None else _count(session, _older(older_than) & ~_ran_out())
    panes = sum(
        session.scalar(select(func.count()).select_from(table).where(_by_other_code(table)))
        or 0
        for table in (PaneRow, VerdictRow)
    )
    return Tidied(copies, uploads, panes)


def _ran_out() -> ColumnElement[bool]:
    over = (ShareRow.upload_id == UploadRow.id) & (ShareRow.expires_at <= datetime.now(UTC))
    return exists().where(over)


def _older(age: timedelta) -> ColumnElement[bool]:
    return (UploadRow.created_at < datetime.now(UTC) - age) & UploadRow.example.is_(None)


def _count(session: Session, which: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).select_from(UploadRow).where(which)) or 0


def _delete(session: Session, which: ColumnElement[bool]) -> int:
    query = select(UploadRow.id).where(which).order_by(UploadRow.id)
    ids = session.scalars(query).all()
    if ids:
        delete_uploads(session, ids)
    return len(ids)


def _by_other_code(table: type[PaneRow] | type[VerdictRow]) -> ColumnElement[bool]:
    """Of no use: an upload has only what was made by the code that read it."""
    same = (ConversationRow.id == table.conversation_id) & (
        UploadRow.reading_version == table.reading_version
    )
    return ~exists().where(same, ConversationRow.upload_id == UploadRow.id)


def _delete_old_panes(session: Session) -> int:
    deleted = 0
    with writing(session):
        for table in (PaneRow, VerdictRow):
            found = (
                session.scalar(
                    select(func.count()).select_from(table).where(_by_other_code(table))
                )
                or 0
            )
            if found:
                session.execute(
                    delete(table)
                    .where(_by_other_code(table))
                    .execution_options(synchronize_session=False)
                )
            deleted += found
    return deleted


def _remove_objects(session: Session) -> int:
    try:
        return remove_orphans(session)
    except ObjectsUnreachable:  # they are removed another time
        return 0
