"""Uploads that are kept first and read later, by a worker of whatever process.

The state of each stands in the database. Whoever takes one says every few seconds that it is
there; one whose worker is silent, or no more, is taken again, and after `MOST_ATTEMPTS` it has
failed. Its bytes stay.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import structs
from sqlalchemy import exists, func, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from crosswire import secrets
from crosswire.containers import Data, size_of, source_of
from crosswire.model import JsonObject, Note
from crosswire.secrets import count_secrets
from webapp.database.engine import Session, writing
from webapp.database.tables import ConversationRow, JobRow, OwnerRow, RevisionRow, UploadRow
from webapp.readmodel import OLDEST_SHOWN, VERSION
from webapp.readmodel.ahead import OF_A_WORKER
from webapp.readmodel.build import index_in_steps
from webapp.readmodel.indexers import each_in
from webapp.settings import NO_LIMITS, Limits
from webapp.store import growing, kept_mappings, packed, rewritten, workers
from webapp.store.blobs import bytes_outside, insert_bytes, pieces_as_they_came, stored
from webapp.store.clock import is_recent
from webapp.store.loading import loaded
from webapp.store.permalinks import Gone, hash_of, is_slug, new_secret
from webapp.store.reading import (
    insert_conversations,
    is_read,
    new_slug,
    replace_conversations,
)
from webapp.store.room import check_room
from webapp.store.scanning import keep_scan
from webapp.store.uploads import Revision, Stage, stages_of
from webapp.telemetry.events import log_event

MOST_ATTEMPTS = 3
SILENT = timedelta(seconds=30)
"""A worker that has not been heard from for so long has lost what it worked on."""
UNREAD = {
    "reading_version": 0,
    "container": "",
    "format": "",
    "format_title": "",
    "shape": "",
    "confidence": 0.0,
    "reason": "",
}
"""What is recognised in an upload that nobody has read."""

Problem = dict[str, Any]
"""Why an upload could not be read, as `webapp.errors.Problem` has it, and by which version of
the code."""


class Waits(Exception):
    """The upload that a permalink names is kept and not read."""

    def __init__(self, job: JobRow) -> None:
        super().__init__()
        self.job = job


@dataclass(frozen=True, slots=True)
class Accepted:
    """An upload whose bytes are kept and that will be read."""

    job: JobRow
    manage_secret: str
    """Whoever has it may delete the upload. It is told once; only its hash is kept, and it is
    empty for a revision of what was kept before."""
    revision: int = 1


def accept(
    session: Session,
    data: Data,
    *,
    limits: Limits = NO_LIMITS,
    name: str | None = None,
    format: str | None = None,
    mapping: JsonObject | None = None,
    owner: str | None = None,
    notes: Sequence[Note] = (),
    revision: Revision | None = None,
    earlier: growing.Earlier | growing.Holder | None = None,
) -> Accepted:
    """Keep an upload that is to be read later, as the next revision of an `earlier` one; of
    which one of a holder's it is may be known when it is read."""
    if isinstance(earlier, growing.Earlier):
        with suppress(growing.GrownMeanwhile):
            return _accept_growth(session, data, earlier, limits, owner, notes, name)
    secret = new_secret()
    upload = UploadRow(
        name=name,
        manage_hash=hash_of(secret),
        asked_format=format,
        asked_mapping=mapping,
        size=size_of(data),
        digest=source_of(data).digest(),
        notes=[*map(structs.asdict, notes)],
        **UNREAD,
    )
    check_room(session, limits, owner, upload.size)
    with bytes_outside(session, upload, data), writing(session):
        check_room(session, limits, owner, upload.size)
        session.add(upload)
        session.flush()
        insert_bytes(session, upload, data)
        job = JobRow(upload_id=upload.id, upload=upload, slug=new_slug(), state="waiting")
        if isinstance(earlier, growing.Holder):
            job.holder_hash = earlier.secret_hash
        session.add(job)
        if owner is not None:
            session.add(OwnerRow(upload_id=upload.id, owner=owner))
        if revision is not None:
            session.add(RevisionRow(upload_id=upload.id, **asdict(revision)))
    log_event("accepted", bytes=upload.size)
    return Accepted(job, secret)


def _accept_growth(
    session: Session,
    data: Data,
    earlier: growing.Earlier,
    limits: Limits,
    owner: str | None,
    notes: Sequence[Note],
    name: str | None,
) -> Accepted:
    """Keep the next revision of an upload; until it is read, its links say that they wait."""
    with growing.grown(session, earlier, data, limits=limits, owner=owner) as upload:
        upload.name = name or upload.name
        upload.notes = [*map(structs.asdict, notes)]
        upload.reading_version = 0
        job = session.get(JobRow, upload.id, populate_existing=True)
        if job is None:
            job = JobRow(upload_id=upload.id, upload=upload, slug=_first_slug(session, upload))
            session.add(job)
        job.state, job.worker, job.problem, job.attempts = "waiting", None, None, 0
        job.queued_at, job.holder_hash = datetime.now(UTC), None
        number = growing.revision_number(session, upload.id)
    log_event("accepted", bytes=upload.size, revision=number)
    return Accepted(job, "", number)


def _first_slug(session: Session, upload: UploadRow) -> str | None:
    own = select(ConversationRow.slug).where(ConversationRow.upload_id == upload.id)
    return session.scalar(own.order_by(ConversationRow.number).limit(1))


def find_job(session: Session, slug: str) -> JobRow | None:
    """The reading that a permalink waits for, as it stands now.

    An older reading that pages can still show waits for nothing, should it fail to be read
    again.
    """
    if not is_slug(slug):
        return None
    read = exists().where(ConversationRow.upload_id == JobRow.upload_id)
    own = exists().where(
        ConversationRow.upload_id == JobRow.upload_id, ConversationRow.slug == slug
    )
    shown = read & JobRow.upload.has(UploadRow.reading_version >= OLDEST_SHOWN)
    query = select(JobRow).where(
        (JobRow.slug == slug) | own, (JobRow.state != "failed") | ~shown
    )
    return session.scalar(query.execution_options(populate_existing=True))


def jobs_before(session: Session, job: JobRow) -> int:
    """How many others were asked for before this one and still wait."""
    earlier = tuple_(JobRow.queued_at, JobRow.upload_id) < (job.queued_at, job.upload_id)
    waiting = (JobRow.state == "waiting") & earlier
    return session.scalar(select(func.count()).select_from(JobRow).where(waiting)) or 0


def job_counts(session: Session) -> dict[str, int]:
    """How many uploads wait, are worked on and have failed."""
    query = select(JobRow.state, func.count()).group_by(JobRow.state)
    found = {row[0]: row[1] for row in session.execute(query)}
    return {state: found.get(state, 0) for state in ("waiting", "working", "failed")}


def claimable(session: Session) -> Sequence[int]:
    """The uploads that a worker may take now, in the order in which they were asked for."""
    query = select(JobRow.upload_id, JobRow.state, JobRow.worker, JobRow.beat_at)
    query = query.where(JobRow.state.in_(("waiting", "working")))
    return [
        job.upload_id
        for job in session.execute(query.order_by(JobRow.queued_at, JobRow.upload_id))
        if job.state == "waiting"
        or not is_recent(job.beat_at, SILENT)
        or workers.has_ended(job.worker)
    ]


def claim(session: Session, worker: str, upload_id: int) -> JobRow | None:
    """Take an upload to read; None where somebody else has it, or where it was begun too
    often."""
    with writing(session):
        query = select(JobRow).where(JobRow.upload_id == upload_id)
        job = session.scalar(
            query.with_for_update(of=JobRow).execution_options(populate_existing=True)
        )
        if job is None or upload_id not in claimable(session):
            return None
        if job.attempts >= MOST_ATTEMPTS:
            job.state, job.worker, job.problem = "failed", None, _begun_too_often(job)
            return None
        job.state, job.worker, job.beat_at = "working", worker, datetime.now(UTC)
        job.attempts += 1
        job.stage, job.done, job.of = "read", 0, 0
    log_event("job taken", attempt=job.attempts, bytes=job.upload.size)
    return job


def report_progress(session: Session, upload_id: int, worker: str, stage: Stage) -> bool:
    """Write down how far a worker is; False where the upload is no more its own."""
    with writing(session):
        changed = session.execute(
            update(JobRow)
            .where(
                JobRow.upload_id == upload_id,
                JobRow.worker == worker,
                JobRow.state == "working",
            )
            .values(beat_at=datetime.now(UTC), stage=stage.name, done=stage.done, of=stage.of)
            .returning(JobRow.upload_id)
            .execution_options(synchronize_session=False)
        )
        return changed.first() is not None


def may_hold_keys(session: Session, job: JobRow) -> bool:
    """Whether there may be keys in an upload that waits, whose places are not known yet."""
    return secrets.pieces_may_hold_keys(pieces_as_they_came(session, job))


def read_accepted(
    session: Session,
    job: JobRow,
    worker: str,
    most_unpacked: int | None = None,
    processes: int = 1,
) -> Generator[Stage, None, None]:
    """Read an upload that waits and store what is in it, a stage at a time; of a packed one
    at most so many bytes; a large one in so many processes.

    Raises CrosswireError where it cannot be read, and Gone where it was deleted meanwhile or
    another worker has it.
    """
    yield Stage("read")
    upload = job.upload
    marks = packed.marks(session, upload.id)
    read = loaded(
        stored(session, job, with_keys=True),
        upload.name,
        upload.asked_format,
        mapping=upload.asked_mapping,
        mappings=kept_mappings.of_upload(session, upload.id),
        most=most_unpacked,
        marks=marks,
        processes=processes,
    )
    earlier = rewritten.earlier_of_job(session, job, read)
    total = len(read.log.conversations)
    beside = read.text if session.objects is None else b""
    steps = index_in_steps(read.log, read.data, beside, OF_A_WORKER, processes)
    indexed = yield from stages_of(steps, total)
    data, kept = read.data, read.to_keep()
    del read  # its documents go before the secrets and the rows take their memory
    scanned = count_secrets(data, each_in(processes, data))
    yield Stage("store", total, total)
    if earlier and rewritten.is_moved(session, job, worker, earlier, kept, indexed, scanned):
        return
    with writing(session):
        if not workers.has(session, job.upload_id, worker):
            raise Gone
        upload.asked_mapping = kept.mapping
        if kept.came is not None:
            packed.put_text_in_place(session, kept.came, upload, kept.text)
        if is_read(session, upload):
            replace_conversations(session, upload, kept, indexed)
        else:
            for field, value in kept.columns.items():
                setattr(upload, field, [*upload.notes, *value] if field == "notes" else value)
            insert_conversations(session, upload, indexed, job.slug)
        keep_scan(session, upload.id, scanned)
        session.delete(job)
    log_event("job done", format=upload.format, bytes=upload.size, conversations=total)


def give_back(session: Session, upload_id: int, worker: str) -> None:
    """Leave an upload to the next worker, as if this one had not begun with it."""
    with writing(session):
        session.execute(
            update(JobRow)
            .where(
                JobRow.upload_id == upload_id,
                JobRow.worker == worker,
                JobRow.state == "working",
            )
            .values(state="waiting", worker=None, attempts=JobRow.attempts - 1)
            .execution_options(synchronize_session=False)
        )


def fail(session: Session, upload_id: int, worker: str, problem: Problem) -> None:
    """Say why an upload cannot be read."""
    with writing(session):
        session.execute(
            update(JobRow)
            .where(
                JobRow.upload_id == upload_id,
                JobRow.worker == worker,
                JobRow.state == "working",
            )
            .values(
                state="failed", worker=None, problem=problem | {"reading_version": VERSION}
            )
            .execution_options(synchronize_session=False)
        )
    log_event("job failed", logging.WARNING, status=problem.get("status"))


def ask_again(session: Session, upload: UploadRow) -> None:
    """Let an upload that older code read be read again, once by each version."""
    job = session.get(JobRow, upload.id, populate_existing=True)
    if job is not None:
        if job.state == "failed" and (job.problem or {}).get("reading_version") != VERSION:
            retry(session, job, upload.asked_format)
        return
    first = _first_slug(session, upload)
    try:
        with writing(session):
            session.add(JobRow(upload_id=upload.id, slug=first, state="waiting"))
    except IntegrityError:
        pass  # another request asked for it, or deleted it


def ask_for_an_older_one(session: Session) -> bool:
    """Let the newest upload that older code read be read again; whether there was one."""
    tried = exists().where(JobRow.upload_id == UploadRow.id)
    older = (UploadRow.reading_version > 0) & (UploadRow.reading_version < VERSION)
    query = select(UploadRow).where(older, ~tried).order_by(UploadRow.id.desc()).limit(1)
    upload = session.scalar(query)
    if upload is not None:
        ask_again(session, upload)
    return upload is not None


def retry(session: Session, job: JobRow, format: str | None) -> None:
    """Let an upload that could not be read be read again, maybe as another format."""
    with writing(session):
        session.execute(
            update(JobRow)
            .where(JobRow.upload_id == job.upload_id, JobRow.state == "failed")
            .values(state="waiting", attempts=0, problem=None, queued_at=datetime.now(UTC))
            .execution_options(synchronize_session=False)
        )
        job.upload.asked_format = format


def _begun_too_often(job: JobRow) -> Problem:
    return {
        "status": 500,
        "title": "Not read",
        "message": (
            f"Reading it was begun {job.attempts} times; each time the process that read it "
            "was ended from outside, in the middle: by the system, or by who runs this server."
        ),
        "hint": "It is kept and can be read again. The server's log says under `worker ended` "
        "with which code (-9: killed).",
        "reading_version": VERSION,
    }
