"""Uploads that came packed: an archive, a database, UTF-16. Their text is kept as that of any
upload is; beside it are kept the bytes as they came, and where the files stand in the text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import delete

import crosswire
from crosswire.address import Address, document_of
from crosswire.containers import (
    SEVERAL,
    UNPACKED,
    Data,
    Mark,
    bytes_of,
    is_wrapped,
    marks_of,
    size_of,
)
from webapp.database.engine import Session
from webapp.database.tables import (
    ConversationRow,
    JobRow,
    PackedRow,
    PackedSegmentRow,
    UploadRow,
    UploadSegmentRow,
)
from webapp.packing import segments
from webapp.store.blobs import (
    PIECE_BYTES,
    bytes_outside,
    insert_bytes,
    insert_segments,
    joined,
    objects_of,
    slice_as_it_came,
)


def packed_of(session: Session, upload_id: int) -> PackedRow | None:
    """How an upload came; None where it was not packed."""
    return session.get(PackedRow, upload_id)


def marks(session: Session, upload_id: int) -> Sequence[Mark]:
    """Where its files stand in its text; none where it was not packed."""
    row = packed_of(session, upload_id)
    return () if row is None else row.marks


def file_of(session: Session, upload_id: int, address: str) -> Mark | None:
    """The file of a packed upload that an address stands in."""
    document = document_of(Address(address))
    found = (
        mark
        for mark in marks(session, upload_id)
        if mark["first"] <= document < mark["first"] + mark["count"]
    )
    return next(found, None)


def is_said(upload: UploadRow) -> bool:
    """Whether places of an upload are said with their file or row: it came as several files,
    or as a table."""
    return upload.container == SEVERAL or any(
        note["code"] == UNPACKED for note in upload.notes
    )


def bytes_as_they_came(session: Session, row: ConversationRow | JobRow) -> bytes:
    """An upload as it came; nothing where it is deleted meanwhile."""
    return b"".join(pieces_as_they_came(session, row))


def pieces_as_they_came(session: Session, row: ConversationRow | JobRow) -> Iterator[bytes]:
    """The same, a piece at a time."""
    size = size_as_it_came(session, row)
    for start in range(0, size, PIECE_BYTES):
        yield _slice(session, row, start, min(start + PIECE_BYTES, size))


def size_as_it_came(session: Session, row: ConversationRow | JobRow) -> int:
    packed = packed_of(session, row.upload_id)
    return row.upload.size if packed is None else packed.size


def _slice(session: Session, row: ConversationRow | JobRow, start: int, end: int) -> bytes:
    packed = packed_of(session, row.upload_id)
    if packed is None:
        return slice_as_it_came(session, row, start, end)
    if packed.object_key is not None:
        return objects_of(session).slice(packed.object_key, packed.size, start, end)
    own = (
        (PackedSegmentRow.upload_id == row.upload_id)
        & (PackedSegmentRow.offset >= start)
        & (PackedSegmentRow.offset < end)
    )
    return joined(session, PackedSegmentRow, own)


@dataclass(frozen=True, slots=True)
class Came:
    """How an upload came that was packed."""

    row: PackedRow
    data: bytes


def came(log: crosswire.Log, data: Data) -> Came | None:
    """What is kept of how it came; None where it was not packed."""
    if log.text is None or not is_wrapped(data):
        return None
    data = bytes_of(data)
    digest = hashlib.sha256(data).hexdigest()
    return Came(PackedRow(size=len(data), digest=digest, marks=marks_of(log.files)), data)


@contextmanager
def outside(session: Session, packed: Came | None) -> Iterator[None]:
    """As `bytes_outside`, of the bytes as they came."""
    if packed is None:
        yield
        return
    with bytes_outside(session, packed.row, packed.data):
        yield


def insert(session: Session, packed: Came | None, upload: UploadRow) -> None:
    """Keep the bytes of an upload as they came, where they are not its text."""
    if packed is None:
        return
    packed.row.upload_id = upload.id
    session.add(packed.row)
    session.flush()
    if packed.row.object_key is None:
        insert_segments(session, PackedSegmentRow, {"upload_id": upload.id}, packed.data)


def put_text_in_place(session: Session, packed: Came, upload: UploadRow, text: Data) -> None:
    """After a packed upload that waited was read: its text takes the place of its bytes. An
    object of bytes that no row names in the end is removed by `tidy`."""
    session.execute(delete(UploadSegmentRow).where(UploadSegmentRow.upload_id == upload.id))
    packed.row.object_key, upload.object_key = upload.object_key, None
    if session.objects is not None:
        upload.object_key = session.objects.put(segments(text))
    upload.size = size_of(text)
    insert_bytes(session, upload, text)
    insert(session, packed, upload)
