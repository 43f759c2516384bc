"""Deletes uploads with everything that hangs on them, and what was copied from them before
them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from sqlalchemy import delete as delete_rows
from sqlalchemy import select

from webapp.database.engine import Session, forget_deleted, writing
from webapp.database.tables import ConversationRow, EarlierRow, PackedRow, ShareRow, UploadRow
from webapp.store.blobs import remove_objects
from webapp.telemetry.events import log_event

AT_ONCE = 500
"""Uploads that one statement names."""
BYTES_AT_ONCE = 200_000_000
"""Of uploads that one transaction deletes: about two seconds, in which nobody else writes to
SQLite."""


def delete(session: Session, row: ConversationRow) -> None:
    """Delete the upload of a conversation, its siblings too, and first all copies that were
    shared of it."""
    delete_uploads(session, [row.upload_id])


def delete_uploads(session: Session, upload_ids: Sequence[int]) -> int:
    """Delete uploads, each in one transaction with its copies, which go first; how many went,
    with copies.

    Many go in several transactions, so that others get their turns between them.
    """
    deleted = sum(_delete_at_once(session, some) for some in _turns(session, upload_ids))
    log_event("deleted", uploads=deleted)
    return deleted


def _turns(session: Session, upload_ids: Sequence[int]) -> Iterator[list[int]]:
    """The uploads that are there, so many at a time that their bytes are not too many."""
    turn: list[int] = []
    together = 0
    for some in _portions(list(dict.fromkeys(upload_ids))):
        query = (
            select(UploadRow.id, UploadRow.size)
            .where(UploadRow.id.in_(some))
            .order_by(UploadRow.id)
        )
        for id, size in session.execute(query).all():
            if turn and together + size > BYTES_AT_ONCE:
                yield turn
                turn, together = [], 0
            turn.append(id)
            together += size
    if turn:
        yield turn


def _delete_at_once(session: Session, upload_ids: Sequence[int]) -> int:
    with writing(session):
        generations = _with_copies(session, upload_ids, so_that_none_is_added=True)
        objects = _objects_of(session, chain.from_iterable(generations))
        deleted = sum(_delete(session, ids) for ids in reversed(generations))
    session.expunge_all()
    forget_deleted(session)
    remove_objects(session, objects)
    return deleted


def copies_of(session: Session, upload_ids: Sequence[int]) -> int:
    """How many copies go with these uploads: those of them, and the copies of those."""
    return sum(map(len, _with_copies(session, upload_ids)[1:]))


def _with_copies(
    session: Session, upload_ids: Sequence[int], *, so_that_none_is_added: bool = False
) -> list[list[int]]:
    """The uploads, then the copies of them, then the copies of those; each one once, the last
    time it comes.

    A copy is made after its source, so that this ends. Who is about to add one waits for the
    end of this transaction, or this one for theirs.
    """
    generations = [list(dict.fromkeys(upload_ids))]
    while True:
        if so_that_none_is_added:
            _lock(session, generations[-1])
        copies = _copied_from(session, generations[-1])
        if not copies:
            break
        generations.append(copies)
    later: set[int] = set()
    for number in reversed(range(len(generations))):
        generations[number] = [id for id in generations[number] if id not in later]
        later.update(generations[number])
    return generations


def _lock(session: Session, upload_ids: Sequence[int]) -> None:
    """SQLite has one writer at a time, and needs no such lock."""
    for some in _portions(upload_ids):
        own = select(UploadRow.id).where(UploadRow.id.in_(some)).order_by(UploadRow.id)
        session.scalars(own.with_for_update(of=UploadRow)).all()


def _copied_from(session: Session, upload_ids: Sequence[int]) -> list[int]:
    found: list[int] = []
    for some in _portions(upload_ids):
        found += session.scalars(
            select(ShareRow.upload_id).where(ShareRow.source_id.in_(some))
        )
    return found


def _delete(session: Session, upload_ids: Sequence[int]) -> int:
    deleted = 0
    for some in _portions(upload_ids):
        present = session.scalars(select(UploadRow.id).where(UploadRow.id.in_(some))).all()
        session.execute(delete_rows(UploadRow).where(UploadRow.id.in_(present)))
        deleted += len(present)
    return deleted


def _objects_of(session: Session, upload_ids: Iterable[int]) -> list[str]:
    """The keys of those whose bytes are in the object store."""
    found: list[str | None] = []
    for some in _portions(list(upload_ids)):
        found += session.scalars(select(UploadRow.object_key).where(UploadRow.id.in_(some)))
        came = select(PackedRow.object_key).where(PackedRow.upload_id.in_(some))
        found += session.scalars(came)
        before = select(EarlierRow.object_key).where(EarlierRow.upload_id.in_(some))
        found += session.scalars(before)
    return [key for key in found if key is not None]


def _portions(ids: Sequence[int]) -> list[Sequence[int]]:
    return [ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE)]
