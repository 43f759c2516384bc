"""Bytes in packed segments, so that a place is read without the rest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from sqlalchemy import ColumnElement, insert, select

from webapp.database import Session
from webapp.indexing import Record
from webapp.packing import SEGMENT_BYTES, pack, segments, unpack
from webapp.tables import ConversationRow, PaneSegmentRow, Table, UploadSegmentRow

SegmentTable = type[UploadSegmentRow] | type[PaneSegmentRow]


def upload_bytes(session: Session, row: ConversationRow) -> bytes:
    """The upload as it came."""
    return joined(session, UploadSegmentRow, UploadSegmentRow.upload_id == row.upload_id)


def slice_of_upload(session: Session, row: ConversationRow, start: int, end: int) -> bytes:
    """Some bytes of the upload, without reading the rest."""
    first = start - start % SEGMENT_BYTES
    own = (
        (UploadSegmentRow.upload_id == row.upload_id)
        & (UploadSegmentRow.offset >= first)
        & (UploadSegmentRow.offset < end)
    )
    return joined(session, UploadSegmentRow, own)[start - first : end - first]


def joined(session: Session, table: SegmentTable, own: ColumnElement[bool]) -> bytes:
    packed = session.scalars(select(table.packed).where(own).order_by(table.offset))
    return b"".join(map(unpack, packed))


def insert_segments(session: Session, table: SegmentTable, own: Record, data: bytes) -> None:
    pieces = ({"offset": offset, "packed": pack(piece)} for offset, piece in segments(data))
    insert_all(session, table, (own | piece for piece in pieces))


def insert_all(session: Session, table: type[Table], records: Iterable[Record]) -> None:
    """Insert records that all have the same columns, many with one statement."""
    # Given the mapped class, the session would insert them one by one.
    statement = insert(Table.metadata.tables[table.__tablename__])
    waiting = iter(records)
    while some := list(islice(waiting, 2_000)):
        session.execute(statement, some)
