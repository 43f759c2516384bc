"""Keeps an upload, and deletes it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Literal, ParamSpec

from sqlalchemy import delete as delete_rows
from sqlalchemy import select

import crosswire
from crosswire.model import Note
from webapp.database import Session, forget_deleted, writing
from webapp.indexing import IndexedConversation, Step, describe, index_in_steps, result_of
from webapp.store.permalinks import hash_of, new_secret
from webapp.store.reading import insert_conversations
from webapp.store.segments import insert_segments
from webapp.tables import ConversationRow, OwnerRow, RevisionRow, UploadRow, UploadSegmentRow


@dataclass(frozen=True, slots=True)
class KeptUpload:
    """An upload that has just been kept."""

    conversations: Sequence[ConversationRow]
    manage_secret: str
    """Whoever has it may delete the upload. It is told once; only its hash is kept."""

    @property
    def first(self) -> ConversationRow:
        return self.conversations[0]


@dataclass(frozen=True, slots=True)
class Revision:
    """What an upload was repaired from."""

    conversation_id: int
    changes: int


@dataclass(frozen=True, slots=True)
class Stage:
    """How far the work on an upload is."""

    name: Literal["read", "store"] | Step
    """What begins now: reading it, pairing, checking or arranging a conversation, storing them all."""
    done: int = 0
    """Conversations that are ready to be stored."""
    of: int = 0
    """Conversations in all, once that is known."""


def keep_in_stages(
    session: Session,
    data: bytes,
    *,
    name: str | None = None,
    format: str | None = None,
    owner: str | None = None,
    example: str | None = None,
    notes: Sequence[Note] = (),
    revision: Revision | None = None,
) -> Generator[Stage, None, KeptUpload]:
    """Read an upload and keep it, a stage at a time; raises CrosswireError where it cannot be read.

    `owner` will manage it, beside whoever has the manage secret. `notes` are what the way that it came had
    to say; `revision` is what it was repaired from. Whoever closes the generator before its end has kept
    nothing.
    """
    yield Stage("read")
    log = crosswire.load(data, name=name, format=format)
    total = len(log.conversations)
    indexed = yield from _stages_of(index_in_steps(log, data), total)
    yield Stage("store", total, total)
    secret = new_secret()
    upload = UploadRow(
        name=name,
        example=example,
        manage_hash=hash_of(secret),
        asked_format=format,
        size=len(data),
        **describe(log),
    )
    upload.notes = [*map(asdict, notes), *upload.notes]
    rows = _insert(session, upload, data, indexed, owner, revision)
    return KeptUpload(rows, secret)


def _insert(
    session: Session,
    upload: UploadRow,
    data: bytes,
    indexed: Sequence[IndexedConversation],
    owner: str | None,
    revision: Revision | None,
) -> Sequence[ConversationRow]:
    """All of an upload, or nothing of it."""
    with writing(session):
        session.add(upload)
        session.flush()
        insert_segments(session, UploadSegmentRow, {"upload_id": upload.id}, data)
        rows = insert_conversations(session, upload, indexed)
        if owner is not None:
            session.add(OwnerRow(upload_id=upload.id, owner=owner))
        if revision is not None:
            session.add(RevisionRow(upload_id=upload.id, **asdict(revision)))
    return rows


def _stages_of(
    steps: Generator[tuple[Step, int], None, list[IndexedConversation]], total: int
) -> Generator[Stage, None, list[IndexedConversation]]:
    while True:
        try:
            step, done = next(steps)
        except StopIteration as end:
            indexed: list[IndexedConversation] = end.value
            return indexed
        yield Stage(step, done, total)


_Asked = ParamSpec("_Asked")


def _without_stops(
    stages: Callable[_Asked, Generator[Stage, None, KeptUpload]],
) -> Callable[_Asked, KeptUpload]:
    @wraps(stages)
    def run(*args: _Asked.args, **kwargs: _Asked.kwargs) -> KeptUpload:
        return result_of(stages(*args, **kwargs))

    return run


keep = _without_stops(keep_in_stages)
"""Read an upload and keep it at once; see `keep_in_stages`."""


def delete(session: Session, row: ConversationRow) -> None:
    """Delete the upload of a conversation with everything that hangs on it, its siblings too."""
    with writing(session):
        session.execute(delete_rows(UploadRow).where(UploadRow.id == row.upload_id))
    session.expunge_all()
    forget_deleted(session)


def revision_of(session: Session, row: ConversationRow) -> tuple[ConversationRow, int] | None:
    """The conversation that an upload was repaired from, while it is there, and in how many places."""
    query = (
        select(ConversationRow, RevisionRow.changes)
        .join(RevisionRow, RevisionRow.conversation_id == ConversationRow.id)
        .where(RevisionRow.upload_id == row.upload_id)
    )
    found = session.execute(query).first()
    return None if found is None else (found[0], found[1])
