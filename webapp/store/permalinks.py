"""Permalinks: which conversation they name, and who may delete it."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import func, select

from crosswire.errors import CrosswireError
from webapp.database import Session
from webapp.indexing import code_version
from webapp.store.reading import read_again
from webapp.tables import ConversationRow, UploadRow

NEAR = 18
"""Conversations beside the first and the last one that a page lists."""

_SLUG = re.compile(r"[\w-]{22}", re.ASCII)


class Gone(Exception):
    """The conversation was deleted while it was being asked for."""


def find(session: Session, slug: str) -> ConversationRow | None:
    """The conversation of a permalink, with all that this version of the code reads in it.

    What this version cannot read stays as an older one read it.
    """
    if not _SLUG.fullmatch(slug):
        return None
    query = select(ConversationRow).where(ConversationRow.slug == slug)
    row = session.scalar(query)
    if row is not None and row.upload.code_version != code_version():
        with suppress(CrosswireError):
            read_again(session, row.upload, row.upload.asked_format)
        row = session.scalar(query)
    return row


def siblings(session: Session, row: ConversationRow) -> Sequence[ConversationRow]:
    """The first conversation of the same upload, the last one, and those around this one, in order."""
    last = sibling_count(session, row) - 1
    first_near = max(0, min(row.number - NEAR // 2 + 1, last - NEAR + 1))
    near = range(first_near, min(first_near + NEAR, last + 1))
    return _numbered(session, row, sorted({0, *near, last}))


def siblings_from(
    session: Session, row: ConversationRow, first: int, count: int
) -> Sequence[ConversationRow]:
    """Some conversations of the same upload, in order."""
    return _numbered(session, row, range(first, first + count))


def sibling_slugs(session: Session, row: ConversationRow, count: int) -> Sequence[str]:
    """The slugs of the first conversations of the same upload."""
    query = select(ConversationRow.slug).where(ConversationRow.upload_id == row.upload_id)
    return session.scalars(query.order_by(ConversationRow.number).limit(count)).all()


def sibling_count(session: Session, row: ConversationRow) -> int:
    """How many conversations the same upload has."""
    query = select(func.count()).where(ConversationRow.upload_id == row.upload_id)
    return session.scalar(query) or 0


def _numbered(session: Session, row: ConversationRow, numbers: Sequence[int]) -> Sequence[ConversationRow]:
    query = select(ConversationRow).where(
        ConversationRow.upload_id == row.upload_id, ConversationRow.number.in_(numbers)
    )
    return session.scalars(query.order_by(ConversationRow.number)).all()


def kept_examples(session: Session) -> dict[str, ConversationRow]:
    """The first conversation of each of our own examples that is kept, by the example's name."""
    query = select(ConversationRow).join(UploadRow).where(UploadRow.example.is_not(None))
    rows = session.scalars(query.order_by(ConversationRow.number.desc()))
    return {row.upload.example or "": row for row in rows}


def new_secret() -> str:
    """256 random bits: a manage secret, or a browser's key."""
    return secrets.token_urlsafe(32)


def derived_secret(browser_key: str, salt: str) -> str:
    """The manage secret of a browser for one upload.

    Derived, so that a browser needs one cookie and not one for each upload, and so that the stored
    hashes do not tell which uploads came from one browser.
    """
    digest = hmac.digest(browser_key.encode(), salt.encode(), "sha256")
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def may_manage(row: ConversationRow, *, secret: str = "", browser_key: str = "") -> bool:
    """Whether a manage secret, or a browser's key, is the one that the upload was kept with."""
    derived = derived_secret(browser_key, row.upload.manage_salt) if browser_key else ""
    offered = [one for one in (secret, derived) if one]
    return any(hmac.compare_digest(hash_of(one), row.upload.manage_hash) for one in offered)
