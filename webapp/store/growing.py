"""Uploads that grow: a log that its program goes on writing, sent again by who keeps it.

The first bytes of the new upload are then those of one that is kept. It stays that upload,
under its links, and becomes its next revision. Of the revisions before only the lengths are
kept, with a digest of each: their bytes are the first ones of what stands there now. What was
written anew (`rewritten`) is a revision too; the bytes of before are then kept by themselves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, exists, false, func, select

from crosswire.containers import Data, is_wrapped, size_of, source_of
from webapp.database.engine import Session, writing
from webapp.database.tables import (
    ConversationRow,
    EarlierRow,
    MovedRow,
    OwnerRow,
    PackedRow,
    ShareRow,
    UploadRow,
)
from webapp.settings import Limits
from webapp.store.blobs import (
    append_bytes,
    bytes_outside,
    keep_apart,
    pieces_as_they_came,
    pieces_kept_apart,
    remove_objects,
    upload_pieces,
)
from webapp.store.permalinks import hash_of
from webapp.store.room import check_room


@dataclass(frozen=True, slots=True)
class Earlier:
    """A kept upload with which a new one begins."""

    upload_id: int
    size: int
    digest: str


@dataclass(frozen=True, slots=True)
class Rewritten(Earlier):
    """A kept upload that a new one says again, and more, with other bytes."""

    lines: int


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose upload it is that may be the next revision of another of theirs."""

    owner: str | None
    secret_hash: str = ""
    """sha256 of a manage secret, in hex; empty where none was sent."""


class GrownMeanwhile(Exception):
    """The earlier upload is not any more what it was: it grew, or it was deleted."""


def earlier_of(
    session: Session, data: Data, owner: str | None, format: str | None, secret: str = ""
) -> Earlier | None:
    """The longest upload of the same holder, read as the same format, with which these bytes
    begin.

    The holder is an owner, or has the manage secret. No upload of others is looked at.
    """
    kept_ones = kept_by(holder_by(owner, secret), format)
    if kept_ones is None or is_wrapped(data):
        return None
    query = select(UploadRow.id, UploadRow.size, UploadRow.digest).where(
        kept_ones, UploadRow.size > 0, UploadRow.size < size_of(data)
    )
    rows = session.execute(query.order_by(UploadRow.id))
    kept = {(size, digest): id for id, size, digest in rows}
    begun = _beginnings(data, sorted({size for size, _ in kept}))
    found = [Earlier(kept[one], *one) for one in begun if one in kept]
    return found[-1] if found else None


def holder_by(owner: str | None, secret: str) -> Holder:
    """Who an upload comes from, by their name or by a manage secret."""
    return Holder(owner, hash_of(secret) if secret else "")


def kept_by(holder: Holder, format: str | None) -> ColumnElement[bool] | None:
    """Which uploads may grow: a holder's own, asked to be read as the same format, neither
    packed nor copies; None where nobody says whose it is."""
    own = _held_by(holder)
    if own is None:
        return None
    came_so = ~exists().where(PackedRow.upload_id == UploadRow.id)
    is_copy = exists().where(ShareRow.upload_id == UploadRow.id)
    asked = UploadRow.asked_format
    asked_so = asked.is_(None) if format is None else asked == format
    return own & came_so & ~is_copy & asked_so


def _held_by(holder: Holder) -> ColumnElement[bool] | None:
    owner, secret_hash = holder.owner, holder.secret_hash
    if owner is None and not secret_hash:
        return None
    owned = exists().where(OwnerRow.upload_id == UploadRow.id, OwnerRow.owner == owner)
    managed: ColumnElement[bool] = false()
    if secret_hash:
        moved = (MovedRow.upload_id == UploadRow.id) & (MovedRow.manage_hash == secret_hash)
        managed = (UploadRow.manage_hash == secret_hash) | exists().where(moved)
    return managed if owner is None else owned | managed


def _beginnings(data: Data, sizes: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The digests of the first bytes, so many as each of the sizes says, in one pass."""
    digest, done, source = hashlib.sha256(), 0, source_of(data)
    for size in sizes:
        for piece in source.pieces(done, size):
            digest.update(piece)
        done = size
        yield size, digest.copy().hexdigest()


def revision_number(session: Session, upload_id: int) -> int:
    """Which revision stands there now: 1 where the upload never grew."""
    query = select(func.count()).where(EarlierRow.upload_id == upload_id)
    return 1 + (session.scalar(query) or 0)


def earlier_revisions(session: Session, upload_id: int) -> Sequence[EarlierRow]:
    """What an upload was before it grew, the first one first."""
    query = select(EarlierRow).where(EarlierRow.upload_id == upload_id)
    return session.scalars(query.order_by(EarlierRow.number)).all()


def earlier_revision(session: Session, upload_id: int, number: int) -> EarlierRow | None:
    """What an upload was as its revision of this number."""
    return session.get(EarlierRow, (upload_id, number))


def pieces_of(
    session: Session, row: ConversationRow, earlier: EarlierRow, *, with_keys: bool = False
) -> Iterator[bytes]:
    """The bytes of an earlier revision, a piece at a time: the first ones of the next one
    whose bytes are kept, or of what stands there now."""
    query = select(EarlierRow).where(
        EarlierRow.upload_id == row.upload_id,
        EarlierRow.number >= earlier.number,
        EarlierRow.is_apart,
    )
    home = session.scalar(query.order_by(EarlierRow.number).limit(1))
    if home is not None:
        return pieces_kept_apart(session, home, earlier.size, with_keys=with_keys)
    read = pieces_as_they_came if with_keys else upload_pieces
    return read(session, row, earlier.size)


@contextmanager
def grown(
    session: Session, earlier: Earlier, data: Data, *, limits: Limits, owner: str | None
) -> Iterator[UploadRow]:
    """One transaction in which an upload gets these bytes, and what it was before is written
    down; what was read of it is left as it is. Raises GrownMeanwhile."""
    size, digest = size_of(data), source_of(data).digest()
    outside = UploadRow(digest=digest)  # never stored: it takes the name of the object
    with bytes_outside(session, outside, data), writing(session):
        upload = _as_it_was(session, earlier)
        if isinstance(earlier, Rewritten):
            check_room(session, limits, owner, size)
            keep_apart(session, upload, _write_down(session, upload, earlier.lines))
            kept, replaced = 0, None
        else:
            check_room(session, limits, owner, size - upload.size)
            _write_down(session, upload, line_count(data, upload.size))
            kept, replaced = upload.size, upload.object_key
        kept = kept if upload.object_key is None else 0
        upload.object_key = outside.object_key
        upload.size, upload.digest = size, digest
        upload.created_at = datetime.now(UTC)
        append_bytes(session, upload, data, kept)
        yield upload
    remove_objects(session, [replaced])


def _as_it_was(session: Session, earlier: Earlier) -> UploadRow:
    query = select(UploadRow).where(UploadRow.id == earlier.upload_id)
    upload = session.scalar(
        query.with_for_update(of=UploadRow).execution_options(populate_existing=True)
    )
    if upload is None or (upload.size, upload.digest) != (earlier.size, earlier.digest):
        raise GrownMeanwhile
    return upload


def _write_down(session: Session, upload: UploadRow, lines: int) -> EarlierRow:
    before = EarlierRow(
        upload_id=upload.id,
        number=revision_number(session, upload.id),
        size=upload.size,
        digest=upload.digest,
        lines=lines,
        created_at=upload.created_at,
    )
    session.add(before)
    session.flush()
    return before


def is_as_it_was(session: Session, upload: UploadRow) -> bool:
    """In a transaction: whether an upload has not grown since it was looked at."""
    query = select(UploadRow.digest).where(UploadRow.id == upload.id)
    return session.scalar(query.with_for_update(of=UploadRow)) == upload.digest


def line_count(data: Data, end: int | None = None) -> int:
    """The lines of all bytes, or of the first ones; a last one without an end too."""
    count, last = 0, b""
    for piece in source_of(data).pieces(0, end):
        count += piece.count(b"\n")
        last = piece[-1:]
    return count + (last not in (b"", b"\n"))
