"""Whether a database is whole: what it says of itself, and whether each upload is as it
came."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, exists, func, select, text

from crosswire.counting import counted
from webapp.database.engine import Connection, Database
from webapp.database.objects import ObjectsUnreachable
from webapp.database.tables import (
    ConversationRow,
    EarlierRow,
    EarlierSegmentRow,
    JobRow,
    PackedRow,
    PackedSegmentRow,
    PaneRow,
    PaneSegmentRow,
    Table,
    UploadRow,
    UploadSegmentRow,
)
from webapp.packing import FRAME_HEAD, SEGMENT_BYTES, NotPacked, unpack, unpacked_size

SegmentTable = type[UploadSegmentRow] | type[PackedSegmentRow] | type[EarlierSegmentRow]
MOST_TOLD = 100
"""Things of one kind that are listed."""
BROKEN = (NotPacked, ValueError, EOFError)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that is not as it should be. It names an upload by its number in the table."""

    code: str
    words: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What was looked at, and what is wrong."""

    uploads: int
    bytes: int
    """Of the uploads whose bytes were read."""
    old_panes: int
    """Panes by other code than that which read their upload: of no use, and no fault."""
    wrong: Sequence[Wrong]


def check(database: Database, *, quick: bool = False) -> Checked:
    """Check a database; `quick` does not read the bytes of the uploads."""
    with database.engine.connect() as connection:
        wrong = [*_of_database(connection, quick=quick), *_without_conversation(connection)]
        wrong += _gaps(connection)
        wrong += [] if quick else wrong_uploads(connection, database)
        uploads, size = connection.execute(
            select(func.count(), func.sum(UploadRow.size))
        ).one()
        old = (
            connection.scalar(
                select(func.count()).select_from(PaneRow).where(_by_other_code())
            )
            or 0
        )
        return Checked(uploads, 0 if quick else int(size or 0), old, wrong)


def _of_database(connection: Connection, *, quick: bool) -> Iterator[Wrong]:
    if connection.dialect.name == "sqlite":
        yield from _damage_of_sqlite(connection, "quick_check" if quick else "integrity_check")
    else:
        yield from _orphans_of_postgresql(connection)


def _damage_of_sqlite(connection: Connection, check: str) -> Iterator[Wrong]:
    for (message,) in connection.execute(text(f"PRAGMA {check}({MOST_TOLD})")):
        if message != "ok":
            yield Wrong("damaged", f"The file is damaged: {message}")
    orphans = connection.execute(text("PRAGMA foreign_key_check")).fetchmany(MOST_TOLD)
    for table, _, other, _ in orphans:
        words = f"A row of {table} belongs to a row of {other} that is not there."
        yield Wrong("orphan", words)


def _orphans_of_postgresql(connection: Connection) -> Iterator[Wrong]:
    keys = [key for table in Table.metadata.sorted_tables for key in table.foreign_keys]
    for key in keys:
        table, other = key.parent.table, key.column.table
        missing = ~exists().where(key.column == key.parent)
        query = select(func.count()).select_from(table)
        count = connection.scalar(query.where(key.parent.is_not(None), missing))
        if count:
            rows = f"{counted(count, 'row')} of {table.name}"
            yield Wrong("orphan", f"{rows} for rows of {other.name} that are not there.")


def _without_conversation(connection: Connection) -> Iterator[Wrong]:
    """Uploads that nothing shows and nobody will read."""
    read = exists().where(ConversationRow.upload_id == UploadRow.id)
    waits = exists().where(JobRow.upload_id == UploadRow.id)
    for id in connection.scalars(select(UploadRow.id).where(~read, ~waits).limit(MOST_TOLD)):
        yield Wrong(
            "no-conversation",
            (f"Upload {id} has no conversation, and nothing waits to read it."),
        )


def _gaps(connection: Connection) -> Iterator[Wrong]:
    """Segments that are missing or out of place; a pane's last one may end anywhere."""
    upload, segment = UploadRow, UploadSegmentRow
    here = (segment.upload_id == upload.id, upload.object_key.is_(None))
    sizes = select(upload.id, upload.size).where(upload.object_key.is_(None))
    joined = dict(_joined(connection, upload.id, segment, *here))
    for id, size in connection.execute(sizes.order_by(upload.id)):
        if joined.get(id, 0) != size:
            yield Wrong("gap", f"Upload {id} lacks some of its segments.")
    for id, reached in _joined(connection, PaneSegmentRow.pane_id, PaneSegmentRow):
        if reached is None:
            yield Wrong("gap", f"Pane {id} lacks some of its segments.")


def _joined(
    connection: Connection,
    id: Any,
    table: type[UploadSegmentRow] | type[PaneSegmentRow],
    *of: ColumnElement[bool],
) -> Iterator[tuple[int, int | None]]:
    """How many bytes the segments of each upload or pane are together; None where one does
    not begin where the one before it ends."""
    query = select(id, table.offset, func.substr(table.packed, 1, FRAME_HEAD)).where(*of)
    found = connection.execute(query.order_by(id, table.offset))
    for own, some in groupby(found, key=itemgetter(0)):
        reached: int | None = 0
        for _, offset, head in some:
            reached = offset + unpacked_size(head) if offset == reached else None
        yield own, reached


def wrong_uploads(connection: Connection, database: Database) -> list[Wrong]:
    """Uploads whose bytes are not those that came, by their size and their digest."""
    uploads = select(UploadRow.id, UploadRow.size, UploadRow.digest, UploadRow.object_key)
    came = select(PackedRow.upload_id, PackedRow.size, PackedRow.digest, PackedRow.object_key)
    every: list[tuple[SegmentTable, Any]] = [
        (UploadSegmentRow, row) for row in connection.execute(uploads.order_by(UploadRow.id))
    ]
    every += [(PackedSegmentRow, row) for row in connection.execute(came)]
    before = select(
        EarlierRow.upload_id,
        EarlierRow.size,
        EarlierRow.digest,
        EarlierRow.object_key,
        EarlierRow.number,
    ).where(EarlierRow.is_apart)
    every += [(EarlierSegmentRow, row) for row in connection.execute(before)]
    found = []
    for table, (id, size, digest, key, *number) in every:
        try:
            inside = key is None
            pieces = (
                _pieces(connection, table, id, *number)
                if inside
                else _outside(database, key, size)
            )
            told = _measured(pieces)
        except ObjectsUnreachable:
            found.append(
                Wrong(
                    "unreachable", (f"Upload {id} is in an object store that does not answer.")
                )
            )
            continue
        except BROKEN:
            found.append(Wrong("damaged", f"Upload {id} cannot be unpacked."))
            continue
        if told != (size, digest):
            found.append(
                Wrong(
                    "changed",
                    (f"Upload {id} is not as it came: its bytes have another digest."),
                )
            )
    return found


def _measured(pieces: Iterator[bytes]) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    for piece in pieces:
        digest.update(piece)
        size += len(piece)
    return size, digest.hexdigest()


def _pieces(
    connection: Connection, table: SegmentTable, id: int, number: int | None = None
) -> Iterator[bytes]:
    query = select(table.packed).where(table.upload_id == id)
    if number is not None:
        query = query.where(EarlierSegmentRow.number == number)
    query = query.order_by(table.offset).execution_options(yield_per=16)
    with connection.execute(query) as result:
        yield from map(unpack, result.scalars())


def _outside(database: Database, key: str, size: int) -> Iterator[bytes]:
    objects = database.objects
    if objects is None:
        raise ObjectsUnreachable("none is set")
    for start in range(0, size, 16 * SEGMENT_BYTES):
        yield objects.slice(key, size, start, start + 16 * SEGMENT_BYTES)


def _by_other_code() -> ColumnElement[bool]:
    same = (ConversationRow.id == PaneRow.conversation_id) & (
        UploadRow.reading_version == PaneRow.reading_version
    )
    return ~exists().where(same, ConversationRow.upload_id == UploadRow.id)
