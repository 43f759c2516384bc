"""Writes what was read of an upload, and reads it again when the code has changed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import delete, select

import crosswire
from webapp.database import Session, writing
from webapp.indexing import IndexedConversation, describe, index
from webapp.presenters import BLOCK_ROWS
from webapp.store.segments import insert_all, upload_bytes
from webapp.tables import (
    ConversationRow,
    FindingRow,
    ListBlockRow,
    PaneBlockRow,
    PaneRow,
    PartRow,
    UploadRow,
)

ORIGINAL = "original"
"""The pane that shows the upload as it came."""


def new_slug() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


def insert_conversation(session: Session, upload: UploadRow, indexed: IndexedConversation) -> ConversationRow:
    """Give a conversation its permalink, and store what was read of it."""
    row = ConversationRow(upload_id=upload.id, number=indexed.number, slug=new_slug(), **indexed.record)
    session.add(row)
    session.flush()
    _insert_readings(session, upload, row, indexed)
    return row


def _insert_readings(
    session: Session, upload: UploadRow, row: ConversationRow, indexed: IndexedConversation
) -> None:
    own = {"conversation_id": row.id}
    insert_all(session, PartRow, (own | part for part in indexed.parts))
    insert_all(session, FindingRow, (own | dict(finding) for finding in indexed.findings))
    for name, entries in indexed.lists.items():
        insert_all(
            session,
            ListBlockRow,
            (own | {"list": name, "number": n, "entries": some} for n, some in blocks(entries)),
        )
    original = PaneRow(
        conversation_id=row.id,
        code_version=upload.code_version,
        target=ORIGINAL,
        policy="",
        losses=[],
        id_map=[],
        places={},  # the index of parts knows them
    )
    insert_pane(session, original, indexed.cells)


def insert_pane(session: Session, made: PaneRow, cells: Sequence[Any]) -> None:
    session.add(made)
    session.flush()
    own = {"pane_id": made.id}
    insert_all(session, PaneBlockRow, (own | {"number": n, "cells": some} for n, some in blocks(cells)))


def blocks(items: Sequence[Any]) -> Iterator[tuple[int, Sequence[Any]]]:
    for first in range(0, len(items), BLOCK_ROWS):
        yield first // BLOCK_ROWS, items[first : first + BLOCK_ROWS]


def read_again(session: Session, upload: UploadRow, asked: str | None) -> None:
    """Read an upload anew, as the format asked for, or as what it looks like.

    Each conversation that is still read keeps its permalink. Raises CrosswireError, and changes
    nothing, where the upload cannot be read so.
    """
    query = select(ConversationRow).where(ConversationRow.upload_id == upload.id)
    rows = {row.number: row for row in session.scalars(query)}
    if not rows:
        return
    data = upload_bytes(session, next(iter(rows.values())))
    log = crosswire.load(data, name=upload.name, format=asked)
    indexed = index(log, data)
    with writing(session):
        upload.asked_format = asked
        for field, value in describe(log).items():
            setattr(upload, field, value)
        for conversation in indexed:
            row = rows.pop(conversation.number, None)
            if row is None:
                insert_conversation(session, upload, conversation)
            else:
                _replace_readings(session, upload, row, conversation)
        for row in rows.values():  # read so, the upload holds fewer conversations
            session.delete(row)


def _replace_readings(
    session: Session, upload: UploadRow, row: ConversationRow, indexed: IndexedConversation
) -> None:
    for table in (PartRow, FindingRow, ListBlockRow, PaneRow):
        session.execute(delete(table).where(table.conversation_id == row.id))
    for field, value in indexed.record.items():
        setattr(row, field, value)
    _insert_readings(session, upload, row, indexed)
