"""Keeps an upload."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Literal, ParamSpec

from msgspec import structs
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from crosswire.containers import Data, size_of
from crosswire.model import JsonObject, Note
from crosswire.secrets import SecretCount, count_secrets
from webapp.database.engine import Session, StorageFull, writing
from webapp.database.tables import (
    ConversationRow,
    JobRow,
    OwnerRow,
    RevisionRow,
    ShareRow,
    UploadRow,
)
from webapp.readmodel.ahead import Ahead
from webapp.readmodel.build import Step, index_in_steps, result_of
from webapp.readmodel.indexed import IndexedConversation
from webapp.readmodel.indexers import each_in
from webapp.readmodel.spool import NoRoomToSpool
from webapp.settings import NO_LIMITS, Limits
from webapp.store import growing, kept_mappings, packed, rewritten
from webapp.store.blobs import bytes_outside, insert_bytes
from webapp.store.loading import ToKeep, loaded
from webapp.store.permalinks import Gone, has_run_out, hash_of, new_secret
from webapp.store.reading import insert_conversations, is_read, replace_conversations
from webapp.store.room import check_room
from webapp.store.scanning import keep_scan
from webapp.telemetry.events import log_event


@dataclass(frozen=True, slots=True)
class KeptUpload:
    """An upload that has just been kept."""

    conversations: Sequence[ConversationRow]
    manage_secret: str
    """Whoever has it may delete the upload. It is told once; only its hash is kept, and it is
    empty for a revision of what was kept before."""
    revision: int = 1
    """Higher than 1 where an upload grew."""

    @property
    def first(self) -> ConversationRow:
        return self.conversations[0]


@dataclass(frozen=True, slots=True)
class Revision:
    """What an upload was repaired or edited from."""

    conversation_id: int
    changes: int
    """In how many places it was repaired; 0 where somebody edited it."""


@dataclass(frozen=True, slots=True)
class Copied:
    """That an upload is a copy for others; the fields are those of `ShareRow`."""

    source_id: int
    number: int
    opens: str
    changes: int | None
    masked: int
    kinds: Sequence[dict[str, Any]]
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class Stage:
    """How far the work on an upload is."""

    name: Literal["read", "store"] | Step
    """What begins now: reading it, pairing, checking or arranging a conversation, storing them
    all."""
    done: int = 0
    """Conversations that are ready to be stored."""
    of: int = 0
    """Conversations in all, once that is known."""


def keep_in_stages(
    session: Session,
    data: Data,
    *,
    limits: Limits = NO_LIMITS,
    name: str | None = None,
    format: str | None = None,
    mapping: JsonObject | None = None,
    owner: str | None = None,
    example: str | None = None,
    notes: Sequence[Note] = (),
    revision: Revision | None = None,
    copied: Copied | None = None,
    or_document: bool = True,
    earlier: growing.Earlier | growing.Holder | None = None,
    ahead: Ahead | None = None,
    processes: int = 1,
) -> Generator[Stage, None, KeptUpload]:
    """Read an upload and keep it, a stage at a time; raises CrosswireError where it cannot be
    read.

    With `or_document`, what no format knows is kept as a document. It is read by a `mapping`
    where there is one, and by one that the owner keeps where no format knows it. `owner` will
    manage it, beside whoever has the manage secret. `notes` are what the way that it came had
    to say; `revision` is what it was made from, `copied` what it was copied from, `earlier`
    the upload whose next revision it is, or the holder among whose uploads one of the same
    session is looked for; `ahead` says which panes and verdicts are wanted at once. A large
    one is looked at in so many `processes`. Whoever closes the generator before its end has
    kept nothing.
    """
    if example is None:
        known = earlier.size if isinstance(earlier, growing.Earlier) else 0
        check_room(session, limits, owner, size_of(data) - known)
    yield Stage("read")
    read = loaded(
        data,
        name,
        format,
        mapping=mapping,
        mappings=[one.mapping for one in kept_mappings.of_owner(session, owner)],
        or_document=or_document,
        most=limits.bytes_unpacked,
        processes=processes,
    )
    if isinstance(earlier, growing.Holder):
        earlier = rewritten.earlier_of(session, read, earlier, format)
    total = len(read.log.conversations)
    beside = read.text if session.objects is None else b""
    steps = index_in_steps(read.log, read.data, beside, ahead, processes)
    indexed = yield from stages_of(steps, total)
    yield Stage("store", total, total)
    data, kept = read.data, read.to_keep()
    del read  # its documents go before the secrets and the rows take their memory
    scanned = count_secrets(data, each_in(processes, data))
    if earlier is not None:
        with suppress(growing.GrownMeanwhile):
            return _grow(session, earlier, kept, indexed, scanned, limits, owner, notes, name)
    secret = new_secret()
    upload = _row(kept, secret, notes, name=name, example=example, format=format)
    upload.asked_mapping = kept.mapping
    rows = _insert(session, upload, kept, indexed, scanned, limits, owner, revision, copied)
    log_event("kept", format=upload.format, bytes=upload.size, conversations=total)
    return KeptUpload(rows, secret)


def _row(
    read: ToKeep,
    secret: str,
    notes: Sequence[Note],
    *,
    name: str | None,
    example: str | None,
    format: str | None,
) -> UploadRow:
    upload = UploadRow(
        name=name,
        example=example,
        manage_hash=hash_of(secret),
        asked_format=format,
        size=size_of(read.text),
        **read.columns,
    )
    upload.notes = [*map(structs.asdict, notes), *upload.notes]
    return upload


def _insert(
    session: Session,
    upload: UploadRow,
    read: ToKeep,
    indexed: Sequence[IndexedConversation],
    scanned: SecretCount,
    limits: Limits,
    owner: str | None,
    revision: Revision | None,
    copied: Copied | None,
) -> Sequence[ConversationRow]:
    """All of an upload, or nothing of it."""
    came = packed.outside(session, read.came)
    text = bytes_outside(session, upload, read.text)
    with _made_of_what_is_there(), came, text, writing(session):
        if upload.example is None:
            check_room(session, limits, owner, upload.size)
        session.add(upload)
        session.flush()
        insert_bytes(session, upload, read.text)
        packed.insert(session, read.came, upload)
        rows = insert_conversations(session, upload, indexed)
        keep_scan(session, upload.id, scanned)
        if owner is not None:
            session.add(OwnerRow(upload_id=upload.id, owner=owner))
        if revision is not None:
            session.add(RevisionRow(upload_id=upload.id, **asdict(revision)))
        if copied is not None:
            session.add(ShareRow(upload_id=upload.id, **asdict(copied)))
    return rows


def _grow(
    session: Session,
    earlier: growing.Earlier,
    read: ToKeep,
    indexed: Sequence[IndexedConversation],
    scanned: SecretCount,
    limits: Limits,
    owner: str | None,
    notes: Sequence[Note],
    name: str | None,
) -> KeptUpload:
    """The next revision of an upload, under its links. Raises GrownMeanwhile."""
    with growing.grown(session, earlier, read.text, limits=limits, owner=owner) as upload:
        job = session.get(JobRow, upload.id)
        upload.name = name or upload.name
        if is_read(session, upload):
            replace_conversations(session, upload, read, indexed)
        else:
            for field, value in read.columns.items():
                setattr(upload, field, value)
            insert_conversations(session, upload, indexed, job.slug if job else None)
        upload.notes = [*map(structs.asdict, notes), *read.columns["notes"]]
        keep_scan(session, upload.id, scanned)
        if job is not None:
            session.delete(job)
        number = growing.revision_number(session, upload.id)
    session.expire_all()
    query = select(ConversationRow).where(ConversationRow.upload_id == upload.id)
    rows = session.scalars(query.order_by(ConversationRow.number)).all()
    log_event("grown", format=upload.format, bytes=upload.size, revision=number)
    return KeptUpload(rows, "", number)


@contextmanager
def _made_of_what_is_there() -> Iterator[None]:
    """Nothing is a copy or a repair of what is deleted meanwhile: its number is never given
    again."""
    try:
        yield
    except IntegrityError as error:
        raise Gone from error


def stages_of(
    steps: Generator[tuple[Step, int], None, Sequence[IndexedConversation]], total: int
) -> Generator[Stage, None, Sequence[IndexedConversation]]:
    """The steps of a reading as stages of an upload; raises StorageFull."""
    while True:
        try:
            step, done = next(steps)
        except StopIteration as end:
            indexed: Sequence[IndexedConversation] = end.value
            return indexed
        except NoRoomToSpool as error:
            raise StorageFull(str(error)) from error
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


def revision_of(session: Session, row: ConversationRow) -> tuple[ConversationRow, int] | None:
    """The conversation that an upload was repaired from, while it is there, and in how many
    places; in 0 where it was edited."""
    query = (
        select(ConversationRow, RevisionRow.changes)
        .join(RevisionRow, RevisionRow.conversation_id == ConversationRow.id)
        .where(RevisionRow.upload_id == row.upload_id, ~has_run_out())
    )
    found = session.execute(query).first()
    return None if found is None else (found[0], found[1])
