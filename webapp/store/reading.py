"""Stores what was read of an upload, for the first time or again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

from msgspec import structs
from sqlalchemy import delete, exists, insert, select
from sqlalchemy.orm import defer

from webapp.database.engine import Session
from webapp.database.inserting import Values, insert_all, insert_values
from webapp.database.tables import (
    CallRow,
    ConversationRow,
    FindingRow,
    ListBlockRow,
    PaneBlockRow,
    PaneListRow,
    PaneRow,
    PaneSegmentRow,
    PartRow,
    SearchBlockRow,
    Table,
    UploadRow,
    VerdictRow,
    WishRow,
)
from webapp.packing import pack_record
from webapp.readmodel.beside import Beside
from webapp.readmodel.call_lines import CallLine
from webapp.readmodel.indexed import (
    Block,
    IndexedConversation,
    MadeAhead,
    PackedPane,
    Record,
)
from webapp.readmodel.lists import Finding
from webapp.readmodel.panes import ORIGINAL
from webapp.readmodel.part_lines import PartLine
from webapp.readmodel.thread_lists import thread_of
from webapp.store.blobs import SEGMENTS_AT_ONCE, StoredUpload
from webapp.store.loading import NOTES_OF_SENDING, ToKeep
from webapp.store.verdicts import verdict_records


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
    slugs = chain([] if first is None else [first], iter(new_slug, None))
    rows: list[ConversationRow] = []
    for some in _some_at_once(indexed):
        made = list(zip(_insert_rows(session, upload, some, slugs), some, strict=True))
        rows += (row for row, _ in made)
        _insert_some(session, upload, made)
    return rows


PARTS_AT_ONCE, CONVERSATIONS_AT_ONCE = 10_000, 500
"""What was read of so many is in memory together while it is stored."""
_Made: TypeAlias = tuple[ConversationRow, IndexedConversation]


def _some_at_once(
    indexed: Iterable[IndexedConversation],
) -> Iterator[list[IndexedConversation]]:
    some, parts = list[IndexedConversation](), 0
    for one in indexed:
        some.append(one)
        parts += len(one.parts)
        if parts >= PARTS_AT_ONCE or len(some) >= CONVERSATIONS_AT_ONCE:
            yield some
            some, parts = [], 0
    if some:
        yield some


def _insert_rows(
    session: Session,
    upload: UploadRow,
    some: Sequence[IndexedConversation],
    slugs: Iterator[str],
) -> Sequence[ConversationRow]:
    """The rows of some conversations. An upload may have very many, and most of what stands
    in them is asked for by nobody."""
    own, named = {"upload_id": upload.id}, zip(some, slugs, strict=False)
    records = (own | {"number": n.number, "slug": slug} | n.record for n, slug in named)
    insert_all(session, ConversationRow, records)
    query = (
        select(ConversationRow)
        .where(
            ConversationRow.upload_id == upload.id,
            ConversationRow.number.in_([one.number for one in some]),
        )
        .options(defer(ConversationRow.summary), defer(ConversationRow.title))
        .order_by(ConversationRow.number)
    )
    return session.scalars(query).all()


def _insert_some(session: Session, upload: UploadRow, made: Sequence[_Made]) -> None:
    """All that was read of some conversations, a table at a time."""
    by_id, original = [(row.id, one) for row, one in made], _original(upload)
    for table, columns, lines in _READINGS:
        values = ((id, *line) for id, one in by_id for line in lines(one))
        insert_values(session, table, ("conversation_id", *columns), values)
    insert_all(session, PaneRow, ({"conversation_id": id} | original for id, _ in by_id))
    panes = _original_panes(session, upload, [id for id, _ in by_id])
    insert_all(
        session,
        PaneBlockRow,
        (block for id, one in by_id for block in _pane_blocks(panes[id], one.cells)),
    )
    for row, one in made:
        if one.ahead is not None:
            _insert_ahead(session, row, upload, one.ahead)


def _insert_ahead(
    session: Session, row: ConversationRow, upload: UploadRow, made: MadeAhead
) -> None:
    for pane in made.panes:
        insert_pane(session, row, upload, pane)
    insert_all(session, VerdictRow, verdict_records(row, upload, made.verdicts))


def _original_panes(
    session: Session, upload: UploadRow, conversations: Sequence[int]
) -> dict[int, int]:
    """The ids of the panes that show the log itself, by conversation."""
    query = select(PaneRow.conversation_id, PaneRow.id).where(
        PaneRow.conversation_id.in_(conversations),
        PaneRow.target == ORIGINAL,
        PaneRow.reading_version == upload.reading_version,
    )
    return {pane.conversation_id: pane.id for pane in session.execute(query)}


def _own(row: ConversationRow) -> Record:
    return {"conversation_id": row.id}


_LIST_BLOCK = ("list", "number", "entries")


def _list_blocks(lists: Mapping[str, Sequence[bytes]]) -> Iterator[Values]:
    for name, packed in lists.items():
        yield from ((name, number, some) for number, some in enumerate(packed))


_SEARCH_BLOCK = ("number", "signature", *Block._fields)


def _searched(indexed: IndexedConversation) -> Iterator[Values]:
    for number, block in enumerate(indexed.search):
        yield number, block.signature, *block.texts


_FINDING, _CALL = tuple(Finding.__annotations__), tuple(CallLine.__annotations__)
_READINGS: tuple[
    tuple[type[Table], tuple[str, ...], Callable[[IndexedConversation], Iterable[Values]]], ...
] = (
    (PartRow, PartLine.__struct_fields__, lambda one: map(structs.astuple, one.parts)),
    (FindingRow, _FINDING, lambda one: map(itemgetter(*_FINDING), one.findings)),
    (CallRow, _CALL, lambda one: map(itemgetter(*_CALL), one.calls)),
    (ListBlockRow, _LIST_BLOCK, lambda one: _list_blocks(one.lists)),
    (SearchBlockRow, _SEARCH_BLOCK, _searched),
)
"""The tables of what was read of a conversation, their columns, and what each holds of it."""


def _pane_blocks(pane_id: int, packed: Sequence[Block]) -> Iterator[Record]:
    for number, (cells, start, end) in enumerate(packed):
        yield {
            "pane_id": pane_id,
            "number": number,
            "cells": cells,
            "start": start,
            "end": end,
        }


def _original(upload: UploadRow) -> Record:
    return {
        "reading_version": upload.reading_version,
        "target": ORIGINAL,
        "policy": "",
        "losses": pack_record([]),
        "id_map": pack_record([]),
        "places": pack_record({}),  # the index of parts knows them
    }


def insert_pane(
    session: Session, row: ConversationRow, upload: UploadRow, made: PackedPane
) -> None:
    """Store a pane of a conversation with its cells, its payload and its lists."""
    columns = _own(row) | made.record | {"reading_version": upload.reading_version}
    pane_id = session.scalars(insert(PaneRow).values(columns).returning(PaneRow.id)).one()
    insert_all(session, PaneBlockRow, _pane_blocks(pane_id, made.cells))
    pieces = (
        {"pane_id": pane_id, "offset": offset} | piece._asdict()
        for offset, piece in made.payload
    )
    insert_all(session, PaneSegmentRow, pieces, SEGMENTS_AT_ONCE)
    listed = ((pane_id, *one) for one in _list_blocks(made.lists))
    insert_values(session, PaneListRow, ("pane_id", *_LIST_BLOCK), listed)


def beside_upload(session: Session, row: ConversationRow) -> Beside:
    """The bytes of a stored upload by the blocks of a conversation."""
    if row.upload.object_key is not None:  # a page is shown where that store does not answer
        return Beside(b"")
    places = select(PartRow.row, PartRow.start, PartRow.end).where(
        PartRow.conversation_id == row.id
    )
    return Beside(StoredUpload(session, row, with_keys=True), session.execute(places))


def is_read(session: Session, upload: UploadRow) -> bool:
    """Whether any version of Crosswire has read it."""
    query = select(exists().where(ConversationRow.upload_id == upload.id))
    return bool(session.scalar(query))


def replace_conversations(
    session: Session,
    upload: UploadRow,
    read: ToKeep,
    indexed: Sequence[IndexedConversation],
) -> None:
    """Store what is read in an upload now in the place of what was read in it before."""
    query = select(ConversationRow).where(ConversationRow.upload_id == upload.id)
    rows = session.scalars(query.order_by(ConversationRow.number)).all()
    notes_of_sending = [n for n in upload.notes if n["code"] in NOTES_OF_SENDING]
    for field, value in read.columns.items():
        setattr(upload, field, value)
    upload.notes = notes_of_sending + upload.notes
    again = _same_ones(rows, indexed)
    kept = {row.id for row, _ in again}
    for row in rows:  # the upload holds fewer conversations when it is read so
        if row.id not in kept:
            session.delete(row)
    _renumber(session, again)
    _replace_readings(session, upload, again)
    known = {reading.number for _, reading in again}
    insert_conversations(
        session, upload, [reading for reading in indexed if reading.number not in known]
    )


_Again = list[tuple[ConversationRow, IndexedConversation]]


def _same_ones(
    rows: Sequence[ConversationRow], indexed: Sequence[IndexedConversation]
) -> _Again:
    """Which conversation each row is now: that of its id in the log, which may have another
    number since the log grew; else that of its number."""
    found: _Again = []
    left = {reading.number: reading for reading in indexed}
    of_thread: dict[str, IndexedConversation] = {}
    for reading in indexed:
        of_thread.setdefault(thread_of(reading.record["summary"]), reading)
    of_thread.pop("", None)
    without = []
    for row in rows:
        same = of_thread.pop(thread_of(row.summary), None)
        if same is None:
            without.append(row)
        else:
            found.append((row, left.pop(same.number)))
    by_number = ((row, left.pop(row.number, None)) for row in without)
    return found + [(row, reading) for row, reading in by_number if reading is not None]


def _renumber(session: Session, again: _Again) -> None:
    """Give rows the numbers of their conversations; no number stands there twice
    meanwhile."""
    moved = [(row, reading.number) for row, reading in again if row.number != reading.number]
    for row, number in moved:
        row.number = -1 - number
    session.flush()
    for row, number in moved:
        row.number = number
    session.flush()


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
    for first in range(0, len(again), CONVERSATIONS_AT_ONCE):
        _insert_some(session, upload, again[first : first + CONVERSATIONS_AT_ONCE])
