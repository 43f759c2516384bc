"""Permalinks: which conversation they name, and who may delete it."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, and_, exists, func, select

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, MovedRow, ShareRow, UploadRow

NEAR = 18
"""Conversations beside the first and the last one that a page lists."""

_SLUG = re.compile(r"[\w-]{22}", re.ASCII)


class Gone(Exception):
    """The conversation was deleted while it was being asked for."""


def is_slug(text: str) -> bool:
    """Whether it can be one; what cannot is asked of no database."""
    return _SLUG.fullmatch(text) is not None


def has_run_out() -> ColumnElement[bool]:
    """Whether the conversation is a copy for others whose time is over."""
    over = (ShareRow.upload_id == ConversationRow.upload_id) & (
        ShareRow.expires_at <= datetime.now(UTC)
    )
    return exists().where(over)


def moved_to(session: Session, slug: str) -> ConversationRow | None:
    """The first conversation of the upload that the one behind a permalink became a revision
    of."""
    query = select(ConversationRow).join(
        MovedRow, MovedRow.upload_id == ConversationRow.upload_id
    )
    query = query.where(MovedRow.slug == slug).order_by(ConversationRow.number).limit(1)
    return session.scalar(query.execution_options(populate_existing=True))


def is_there(session: Session, row: ConversationRow) -> bool:
    """Whether a conversation was not deleted meanwhile."""
    query = select(ConversationRow.id).where(ConversationRow.id == row.id)
    return session.scalar(query) is not None


def is_copy(session: Session, slug: str) -> bool:
    """Whether a permalink opens a copy for others whose time is not over."""
    if not is_slug(slug):
        return False
    copied = exists().where(ShareRow.upload_id == ConversationRow.upload_id)
    query = select(ConversationRow.id).where(
        ConversationRow.slug == slug, copied, ~has_run_out()
    )
    return session.scalar(query) is not None


def siblings(session: Session, row: ConversationRow) -> Sequence[ConversationRow]:
    """The first conversation of the same upload, the last one, and those around this one, in
    order."""
    last = sibling_count(session, row) - 1
    first_near = max(0, min(row.number - NEAR // 2 + 1, last - NEAR + 1))
    near = range(first_near, min(first_near + NEAR, last + 1))
    return numbered(session, row, sorted({0, *near, last}))


def siblings_from(
    session: Session, row: ConversationRow, first: int, count: int
) -> Sequence[ConversationRow]:
    """Some conversations of the same upload, in order."""
    return numbered(session, row, range(first, first + count))


def broken_siblings(session: Session, row: ConversationRow) -> tuple[int, str]:
    """How many other conversations of the same upload have errors, and the slug of the first
    of them; empty where none has any."""
    broken = and_(
        ConversationRow.upload_id == row.upload_id,
        ConversationRow.id != row.id,
        ConversationRow.errors > 0,
    )
    first = select(ConversationRow.slug).where(broken).order_by(ConversationRow.number)
    slug = session.scalar(first.limit(1))
    count = session.scalar(select(func.count()).where(broken)) if slug else 0
    return count or 0, slug or ""


def sibling_slugs(session: Session, row: ConversationRow, count: int) -> Sequence[str]:
    """The slugs of the first conversations of the same upload."""
    query = select(ConversationRow.slug).where(ConversationRow.upload_id == row.upload_id)
    return session.scalars(query.order_by(ConversationRow.number).limit(count)).all()


def sibling_count(session: Session, row: ConversationRow) -> int:
    """How many conversations the same upload has."""
    query = select(func.count()).where(ConversationRow.upload_id == row.upload_id)
    return session.scalar(query) or 0


def numbered(
    session: Session, row: ConversationRow, numbers: Collection[int]
) -> Sequence[ConversationRow]:
    """The conversations of these numbers, from 0, of the same upload, in order."""
    query = select(ConversationRow).where(
        ConversationRow.upload_id == row.upload_id, ConversationRow.number.in_(numbers)
    )
    return session.scalars(query.order_by(ConversationRow.number)).all()


def kept_examples(session: Session) -> dict[str, ConversationRow]:
    """The first conversation of each of our own examples that is kept, by the example's
    name."""
    query = select(ConversationRow).join(UploadRow).where(UploadRow.example.is_not(None))
    rows = session.scalars(query.order_by(ConversationRow.number.desc()))
    return {row.upload.example or "": row for row in rows}


def new_secret() -> str:
    """256 random bits: a manage secret, or a browser's key."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def fits(upload: UploadRow, secret: str) -> bool:
    """Whether this is the manage secret of an upload."""
    known = [upload.manage_hash, *(one.manage_hash for one in upload.moved)]
    given = hash_of(secret)
    return bool(secret) and any(hmac.compare_digest(given, one) for one in known)


def fits_old_key(upload: UploadRow, browser_key: str) -> bool:
    """Whether an upload was kept by the browser with this key when owners were not written
    down yet.

    Its manage secret was derived from the key.
    """
    if not upload.manage_salt or not browser_key:
        return False
    digest = hmac.digest(browser_key.encode(), upload.manage_salt.encode(), "sha256")
    return fits(upload, urlsafe_b64encode(digest).rstrip(b"=").decode())
