"""Opens a permalink: the conversation, as some version of the reading stored it."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from webapp.database.engine import Session, StorageFull
from webapp.database.tables import ConversationRow, UploadRow
from webapp.readmodel import OLDEST_SHOWN, VERSION
from webapp.store.jobs import ask_again
from webapp.store.permalinks import has_run_out, is_slug, moved_to


def find(session: Session, slug: str) -> ConversationRow | None:
    """The conversation of a permalink; an older reading of it is put into the queue to be read
    again.

    None where there is no such conversation, and where its reading is older than pages can
    show: then `find_job` finds what it waits for.
    """
    if not is_slug(slug):
        return None
    query = select(ConversationRow).where(ConversationRow.slug == slug, ~has_run_out())
    # Another process may have read it since this session last looked.
    row = session.scalar(query.execution_options(populate_existing=True))
    if row is None:
        row = moved_to(session, slug)
    if row is None or row.upload.reading_version >= VERSION:
        return row
    with suppress(StorageFull):
        ask_again(session, row.upload)
    return row if is_shown(row.upload) else None


def is_shown(upload: UploadRow) -> bool:
    """Whether pages can show what was read of an upload."""
    return upload.reading_version >= OLDEST_SHOWN
