"""Opens a permalink: the conversation, as this version of the code reads it.

What older code read is read again when it is opened: at once where that is quick, else by a worker, while
the upload waits like one that was never read.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from crosswire.errors import CrosswireError
from webapp.database.engine import Session, StorageFull, writing
from webapp.database.tables import ConversationRow, JobRow, UploadRow
from webapp.readmodel.build import code_version
from webapp.store.jobs import find_job, retry, worker_is_there
from webapp.store.long_work import begin_long_work
from webapp.store.permalinks import has_run_out, is_slug
from webapp.store.reading import read_again
from webapp.store.turns import turn


def find(session: Session, slug: str) -> ConversationRow | None:
    """The conversation of a permalink, with all that this version of the code reads in it.

    What this version cannot read stays as an older one read it. None where there is no such conversation,
    and where it waits to be read again: then `find_job` finds what it waits for. Raises Busy where others
    have large ones read.
    """
    if not is_slug(slug):
        return None
    query = select(ConversationRow).where(ConversationRow.slug == slug, ~has_run_out())
    # Another thread or process may have read it since this session last looked.
    query = query.execution_options(populate_existing=True)
    row = session.scalar(query)
    if row is None or row.upload.code_version == code_version():
        return row
    if _is_left_to_workers(session, row.upload):
        with suppress(StorageFull):
            _read_later(session, row.upload)
        return None if find_job(session, slug) is not None else session.scalar(query)
    _read_now(session, row.upload)
    return session.scalar(query)


def _is_left_to_workers(session: Session, upload: UploadRow) -> bool:
    at_once: int | None = session.info.get("read_at_once")
    return at_once is not None and upload.size > at_once and worker_is_there(session)


def _read_now(session: Session, upload: UploadRow) -> None:
    """Read it again, unless another thread does so meanwhile."""
    begin_long_work(session, upload)
    with turn("read again", upload.id):
        stored = select(UploadRow.code_version).where(UploadRow.id == upload.id)
        if session.scalar(stored) != code_version():
            with suppress(CrosswireError, StorageFull):
                read_again(session, upload, upload.asked_format)


def _read_later(session: Session, upload: UploadRow) -> None:
    """Let a worker read it again, once by each version of the code."""
    job = session.get(JobRow, upload.id, populate_existing=True)
    if job is not None:
        if job.state == "failed" and (job.problem or {}).get("code_version") != code_version():
            retry(session, job, upload.asked_format)
        return
    own = select(ConversationRow.slug).where(ConversationRow.upload_id == upload.id)
    first = session.scalar(own.order_by(ConversationRow.number).limit(1))
    try:
        with writing(session):
            session.add(JobRow(upload_id=upload.id, slug=first, state="waiting"))
    except IntegrityError:
        pass  # somebody else asked for it, or deleted it
