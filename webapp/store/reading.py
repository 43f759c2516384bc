"""Stores what was read of an upload, for the first time or again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import delete, exists, select

import crosswire
from webapp.database.engine import Session
from webapp.database.tables import (
    CallRow,
    ConversationRow,
    FindingRow,
    ListBlockRow,
    PaneBlockRow,
    PaneRow,
    PartRow,
    SearchBlockRow,
    UploadRow,
    VerdictRow,
    WishRow,
)
from webapp.readmodel.build import IndexedConversation, Record, describe
from webapp.readmodel.outline import BLOCK_ROWS
from webapp.readmodel.panes import ORIGINAL
from webapp.store.blobs import insert_all
from webapp.telemetry.events import log_event

MOST_CONVERSATIONS = 20_000
"""Of one upload: each is stored with its own rows."""
NOTES_OF_SENDING = {"line-ends"}
"""Codes of notes that no reading of the bytes makes again."""


def loaded(data: bytes, name: str | None, format: str | None) -> crosswire.Log:
    """A log that is to be kept; raises CrosswireError where it cannot be read."""
    try:
        return crosswire.load(
            data, name=name, format=format, max_conversations=MOST_CONVERSATIONS
        )
    except crosswire.CrosswireError as error:
        log_event("refused", error=type(error).__name__, bytes=len(data))
        raise


def new_slug() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


def insert_conversations(
    session: Session,
    upload: UploadRow,
    indexed: Sequence[IndexedConversation],
    first: str | None = None,
) -> Sequence[ConversationRow]:
    """Give conversations their permalinks, the `first` one a slug that it has already, and
    store what was read of them."""
    own = {"upload_id": upload.id}
    slugs = chain([] if first is None else [first], iter(new_slug, None))
    named = zip(indexed, slugs, strict=False)
    insert_all(
        session,
        ConversationRow,
        (own | {"number": n.number, "slug": slug} | n.record for n, slug in named),
    )
    numbers = {one.number for one in indexed}
    query = select(ConversationRow).where(ConversationRow.upload_id == upload.id)
    every = session.scalars(query.order_by(ConversationRow.number))
    rows = [row for row in every if row.number in numbers]
    _insert_readings(session, upload, list(zip(rows, indexed, strict=True)))
    return rows


def _insert_readings(
    session: Session,
    upload: UploadRow,
    made: Sequence[tuple[ConversationRow, IndexedConversation]],
) -> None:
    """All that was read of some conversations, a table at a time: they may be very many."""
    insert_all(session, PartRow, (_own(row) | part for row, one in made for part in one.parts))
    insert_all(
        session,
        FindingRow,
        (_own(row) | dict(found) for row, one in made for found in one.findings),
    )
    insert_all(
        session, CallRow, (_own(row) | dict(call) for row, one in made for call in one.calls)
    )
    insert_all(
        session,
        ListBlockRow,
        (_own(row) | block for row, one in made for block in _list_blocks(one)),
    )
    insert_all(
        session,
        SearchBlockRow,
        (_own(row) | some for row, one in made for some in _searched(one)),
    )
    insert_all(session, PaneRow, (_own(row) | _original(upload) for row, _ in made))
    query = (
        select(PaneRow.conversation_id, PaneRow.id)
        .join(ConversationRow)
        .where(
            ConversationRow.upload_id == upload.id,
            PaneRow.target == ORIGINAL,
            PaneRow.reading_version == upload.reading_version,
        )
    )
    panes = {pane.conversation_id: pane.id for pane in session.execute(query)}
    insert_all(
        session,
        PaneBlockRow,
        (block for row, one in made for block in _packed_blocks(panes[row.id], one.cells)),
    )


def _own(row: ConversationRow) -> Record:
    return {"conversation_id": row.id}


def _list_blocks(indexed: IndexedConversation) -> Iterator[Record]:
    for name, packed in indexed.lists.items():
        for number, some in enumerate(packed):
            yield {"list": name, "number": number, "entries": some}


def _searched(indexed: IndexedConversation) -> Iterator[Record]:
    for number, packed in enumerate(indexed.search):
        yield {"number": number, "packed": packed}


def _packed_blocks(pane_id: int, packed: Sequence[bytes]) -> Iterator[Record]:
    for number, some in enumerate(packed):
        yield {"pane_id": pane_id, "number": number, "cells": some}


def _pane_blocks(pane_id: int, cells: Sequence[Any]) -> Iterator[Record]:
    for number, some in blocks(cells):
        yield {"pane_id": pane_id, "number": number, "cells": some}


def _original(upload: UploadRow) -> Record:
    return {
        "reading_version": upload.reading_version,
        "target": ORIGINAL,
        "policy": "",
        "losses": [],
        "id_map": [],
        "places": {},  # the index of parts knows them
    }


def insert_pane(session: Session, made: PaneRow, cells: Sequence[Any]) -> None:
    session.add(made)
    session.flush()
    insert_all(session, PaneBlockRow, _pane_blocks(made.id, cells))


def blocks(items: Sequence[Any]) -> Iterator[tuple[int, Sequence[Any]]]:
    for first in range(0, len(items), BLOCK_ROWS):
        yield first // BLOCK_ROWS, items[first : first + BLOCK_ROWS]


def is_read(session: Session, upload: UploadRow) -> bool:
    """Whether some code has read it."""
    return (
        session.scalar(select(exists().where(ConversationRow.upload_id == upload.id))) or False
    )


def replace_conversations(
    session: Session,
    upload: UploadRow,
    log: crosswire.Log,
    indexed: Sequence[IndexedConversation],
) -> None:
    """Store what is read in an upload now in the place of what was read in it before."""
    query = select(ConversationRow).where(ConversationRow.upload_id == upload.id)
    rows = {row.number: row for row in session.scalars(query)}
    said = [note for note in upload.notes if note["code"] in NOTES_OF_SENDING]
    for field, value in describe(log).items():
        setattr(upload, field, value)
    upload.notes = said + upload.notes
    again = [(rows.pop(one.number), one) for one in indexed if one.number in rows]
    _replace_readings(session, upload, again)
    known = {one.number for _, one in again}
    insert_conversations(session, upload, [one for one in indexed if one.number not in known])
    for row in rows.values():  # read so, the upload holds fewer conversations
        session.delete(row)


def _replace_readings(
    session: Session,
    upload: UploadRow,
    again: Sequence[tuple[ConversationRow, IndexedConversation]],
) -> None:
    own = select(ConversationRow.id).where(ConversationRow.upload_id == upload.id)
    for table in (
        PartRow,
        FindingRow,
        CallRow,
        ListBlockRow,
        SearchBlockRow,
        PaneRow,
        VerdictRow,
        WishRow,
    ):
        session.execute(delete(table).where(table.conversation_id.in_(own)))
    for row, indexed in again:
        for field, value in indexed.record.items():
            setattr(row, field, value)
    session.flush()
    _insert_readings(session, upload, again)
