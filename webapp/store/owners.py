"""Who manages which upload."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import exists, select
from sqlalchemy.orm import joinedload

from webapp.database.engine import Session, writing
from webapp.database.tables import (
    ConversationRow,
    JobRow,
    MovedRow,
    OwnerRow,
    ShareRow,
    UploadRow,
)
from webapp.store.permalinks import fits, fits_old_key, has_run_out, hash_of, is_slug


def is_owner(session: Session, upload_id: int, owner: str) -> bool:
    return session.get(OwnerRow, (upload_id, owner)) is not None


def add_owner(session: Session, upload_id: int, owner: str) -> None:
    """Let one more manage an upload."""
    with writing(session):
        session.merge(OwnerRow(upload_id=upload_id, owner=owner))


def manage_with(session: Session, slug: str, secret: str, owner: str) -> bool:
    """Let one more manage the upload of a permalink, where this is its manage secret; whether
    it is."""
    upload = _upload_of(session, slug) if is_slug(slug) else None
    if not fits(upload or UploadRow(manage_hash=hash_of("")), secret) or upload is None:
        return False
    add_owner(session, upload.id, owner)
    return True


def _upload_of(session: Session, slug: str) -> UploadRow | None:
    """The upload of a permalink, read or not."""
    read = (
        select(UploadRow)
        .join(ConversationRow)
        .where(ConversationRow.slug == slug, ~has_run_out())
    )
    waiting = select(UploadRow).join(JobRow).where(JobRow.slug == slug)
    moved = select(UploadRow).join(MovedRow).where(MovedRow.slug == slug)
    return session.scalar(read) or session.scalar(waiting) or session.scalar(moved)


def newest_of(session: Session, owner: str | None, count: int) -> Sequence[ConversationRow]:
    """The first conversation of each of the newest uploads that somebody manages, the newest
    first."""
    query = (
        select(ConversationRow)
        .join(UploadRow)
        .join(OwnerRow, OwnerRow.upload_id == UploadRow.id)
        .options(joinedload(ConversationRow.upload))
        .where(OwnerRow.owner == owner, ConversationRow.number == 0)
        .where(~exists().where(ShareRow.upload_id == UploadRow.id))
        .order_by(UploadRow.id.desc())
        .limit(count)
    )
    return session.scalars(query).all() if owner else []


def adoptable(session: Session, browser_key: str) -> list[int]:
    """The uploads that a browser kept when owners were not written down yet, and that have no
    owner."""
    query = select(UploadRow).where(
        UploadRow.manage_salt.is_not(None), ~exists().where(OwnerRow.upload_id == UploadRow.id)
    )
    return [
        upload.id for upload in session.scalars(query) if fits_old_key(upload, browser_key)
    ]


def adopt(session: Session, browser_key: str, owner: str) -> None:
    """Make a browser the owner of what it kept when owners were not written down yet."""
    own = adoptable(session, browser_key)
    if own:
        with writing(session):
            session.add_all(OwnerRow(upload_id=id, owner=owner) for id in own)
