"""Bytes in packed segments, so that a place is read without the rest.

Of an upload that came packed these are the text of the files in it; the bytes as they came are
in `packed`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache

from sqlalchemy import ColumnElement, Integer, delete, insert, literal, select

from crosswire.containers import SMALL, Data, Source, are_in_pieces
from crosswire.secrets import hidden
from webapp.database.engine import Session
from webapp.database.inserting import insert_all
from webapp.database.objects import Objects, ObjectsUnreachable
from webapp.database.tables import (
    ConversationRow,
    EarlierRow,
    EarlierSegmentRow,
    JobRow,
    PackedRow,
    PackedSegmentRow,
    UploadRow,
    UploadSegmentRow,
)
from webapp.packing import SEGMENT_BYTES, pack, segments, segments_as_read, unpack, unpack_json
from webapp.readmodel.indexed import Record
from webapp.store.permalinks import Gone

SegmentTable = type[UploadSegmentRow] | type[PackedSegmentRow] | type[EarlierSegmentRow]
SEGMENTS_AT_ONCE = 16
"""So many are written with one statement."""
PIECE_BYTES = SEGMENT_BYTES
"""Bytes of an upload that are held at once where it is only passed on."""
PIECES_HELD = 2
"""Segments that are held where an upload is read here and there: what lies across two of them
is had again."""


class StoredUpload(Source):
    """The bytes of an upload where they are kept: those of its text, without the keys around
    its conversations unless it is read `with_keys`."""

    def __init__(
        self, session: Session, row: ConversationRow | JobRow, *, with_keys: bool = False
    ) -> None:
        self._session, self._row = session, row
        self._slice = slice_as_it_came if with_keys else slice_of_upload
        self._piece = lru_cache(PIECES_HELD)(self._piece_of)
        self.size = row.upload.size

    def slice(self, start: int, end: int) -> bytes:
        end = min(end, self.size)
        first, last = start // SEGMENT_BYTES, -(-end // SEGMENT_BYTES)
        if last - first > PIECES_HELD:
            return self._whole(self._slice(self._session, self._row, start, end), end - start)
        return b"".join(
            memoryview(self._piece(number))[max(0, start - at) : end - at]
            for number in range(first, last)
            for at in [number * SEGMENT_BYTES]
        )

    def _piece_of(self, number: int) -> bytes:
        start = number * SEGMENT_BYTES
        end = min(start + SEGMENT_BYTES, self.size)
        return self._whole(self._slice(self._session, self._row, start, end), end - start)

    @staticmethod
    def _whole(found: bytes, size: int) -> bytes:
        if len(found) < size:
            raise Gone
        return found

    def between(self, start: int | None, end: int | None) -> bytes:
        """The bytes that something is packed beside; none where it is packed by itself."""
        return b"" if start is None or end is None else self.slice(start, end)


def whole_uploads(session: Session, upload_ids: Collection[int]) -> dict[int, bytes]:
    """The bytes of some small uploads with their keys, where the database has them, had with
    one question."""
    segment = UploadSegmentRow
    own = select(segment.upload_id, segment.packed).where(segment.upload_id.in_(upload_ids))
    found: dict[int, list[bytes]] = defaultdict(list)
    for id, packed in session.execute(own.order_by(segment.upload_id, segment.offset)):
        found[id].append(unpack(packed))
    return {id: b"".join(pieces) for id, pieces in found.items()}


def stored(
    session: Session, row: ConversationRow | JobRow, *, with_keys: bool = False
) -> Data:
    """An upload, as `StoredUpload` where it is large and holds lines. Raises Gone."""
    found = StoredUpload(session, row, with_keys=with_keys)
    is_large = found.size > SMALL and not session.get(PackedRow, row.upload_id)
    return found if is_large and are_in_pieces(found) else found.whole()


def upload_bytes(session: Session, row: ConversationRow | JobRow) -> bytes:
    """The upload, without the keys around its conversations; nothing where it is deleted
    meanwhile."""
    return slice_of_upload(session, row, 0, row.upload.size)


def upload_pieces(
    session: Session, row: ConversationRow | JobRow, most: int | None = None
) -> Iterator[bytes]:
    """The same, a piece at a time; only the first bytes where `most` says how many."""
    size = row.upload.size if most is None else most
    for start in range(0, size, PIECE_BYTES):
        yield slice_of_upload(session, row, start, min(start + PIECE_BYTES, size))


def slice_of_upload(
    session: Session, row: ConversationRow | JobRow, start: int, end: int
) -> bytes:
    """Some bytes of the same, without reading the rest."""
    data = slice_as_it_came(session, row, start, end)
    packed = row.upload.hidden_keys
    return data if packed is None else hidden(data, unpack_json(packed), start)


def pieces_as_they_came(
    session: Session, row: ConversationRow | JobRow, most: int | None = None
) -> Iterator[bytes]:
    """The upload with its keys, which are for whoever manages it, and for reading it, a piece
    at a time; only the first bytes where `most` says how many."""
    size = row.upload.size if most is None else most
    for start in range(0, size, PIECE_BYTES):
        yield slice_as_it_came(session, row, start, min(start + PIECE_BYTES, size))


def slice_as_it_came(
    session: Session, row: ConversationRow | JobRow, start: int, end: int
) -> bytes:
    """Some bytes of the upload, or of the text of a packed one, with its keys."""
    key = row.upload.object_key
    if key is not None:
        return objects_of(session).slice(key, row.upload.size, start, end)
    first = start - start % SEGMENT_BYTES
    own = (
        (UploadSegmentRow.upload_id == row.upload_id)
        & (UploadSegmentRow.offset >= first)
        & (UploadSegmentRow.offset < end)
    )
    return joined(session, UploadSegmentRow, own)[start - first : end - first]


@contextmanager
def bytes_outside(
    session: Session, upload: UploadRow | PackedRow, data: Data
) -> Iterator[None]:
    """Put the bytes of an upload into the object store, if there is one, before its row is
    written.

    Where the row is not written, they go again.
    """
    objects = session.objects
    if objects is None:
        yield
        return
    upload.object_key = key = objects.put(_segments(upload, data))
    try:
        yield
    except BaseException:
        with suppress(ObjectsUnreachable):  # it is removed later, as one that no row names
            objects.remove([key])
        raise


def insert_bytes(session: Session, upload: UploadRow, data: Data) -> None:
    """Keep the bytes of an upload, unless they are in the object store."""
    if upload.object_key is None:
        own = {"upload_id": upload.id}
        _insert_packed(session, UploadSegmentRow, own, _segments(upload, data))


def _segments(upload: UploadRow | PackedRow, data: Data) -> Iterator[tuple[int, bytes]]:
    """Bytes in memory are those that were read; a file may have changed since."""
    return segments(data) if isinstance(data, bytes) else segments_as_read(data, upload.digest)


def append_bytes(session: Session, upload: UploadRow, data: Data, kept: int) -> None:
    """Keep what an upload has become, whose first `kept` bytes are in the database already;
    where it is in the object store, the database has none of it any more."""
    start = 0 if upload.object_key is not None else kept - kept % SEGMENT_BYTES
    session.execute(
        delete(UploadSegmentRow)
        .where(UploadSegmentRow.upload_id == upload.id, UploadSegmentRow.offset >= start)
        .execution_options(synchronize_session=False)
    )
    if upload.object_key is None:
        insert_segments(session, UploadSegmentRow, {"upload_id": upload.id}, data, start)


def keep_apart(session: Session, upload: UploadRow, before: EarlierRow) -> None:
    """Keep the bytes of an upload by themselves, as those of an earlier revision."""
    before.is_apart = True
    before.object_key, before.hidden_keys = upload.object_key, upload.hidden_keys
    own = UploadSegmentRow.upload_id == upload.id
    number = literal(before.number, Integer)
    kept = select(
        UploadSegmentRow.upload_id, number, UploadSegmentRow.offset, UploadSegmentRow.packed
    ).where(own)
    columns = ["upload_id", "number", "offset", "packed"]
    session.execute(insert(EarlierSegmentRow).from_select(columns, kept))


def pieces_kept_apart(
    session: Session, home: EarlierRow, size: int, *, with_keys: bool
) -> Iterator[bytes]:
    """The first bytes of an earlier revision that are kept by themselves, a piece at a
    time."""
    keys = None if with_keys else home.hidden_keys
    for start in range(0, size, PIECE_BYTES):
        data = _slice_apart(session, home, start, min(start + PIECE_BYTES, size))
        yield data if keys is None else hidden(data, unpack_json(keys), start)


def _slice_apart(session: Session, home: EarlierRow, start: int, end: int) -> bytes:
    """Some bytes from where a segment begins."""
    if home.object_key is not None:
        return objects_of(session).slice(home.object_key, home.size, start, end)
    own = (
        (EarlierSegmentRow.upload_id == home.upload_id)
        & (EarlierSegmentRow.number == home.number)
        & (EarlierSegmentRow.offset >= start)
        & (EarlierSegmentRow.offset < end)
    )
    return joined(session, EarlierSegmentRow, own)[: end - start]


def objects_of(session: Session) -> Objects:
    """The object store; raises ObjectsUnreachable where none is set."""
    objects = session.objects
    if objects is None:
        raise ObjectsUnreachable(
            "CROSSWIRE_UPLOADS names no object store, and an upload is in one."
        )
    return objects


def remove_objects(session: Session, keys: Iterable[str | None]) -> None:
    """After their rows: remove the bytes of uploads; what cannot be reached now is removed by
    `tidy`."""
    found = [key for key in keys if key is not None]
    if found:
        with suppress(ObjectsUnreachable):
            objects_of(session).remove(found)


def remove_orphans(session: Session) -> int:
    """Remove objects that no upload names; how many."""
    objects = session.objects
    if objects is None:
        return 0
    old = list(objects.keys())
    known = {
        key
        for column in (UploadRow.object_key, PackedRow.object_key, EarlierRow.object_key)
        for key in session.scalars(select(column).where(column.is_not(None)))
    }
    orphans = [key for key in old if key not in known]
    objects.remove(orphans)
    return len(orphans)


def joined(session: Session, table: SegmentTable, own: ColumnElement[bool]) -> bytes:
    packed = session.scalars(select(table.packed).where(own).order_by(table.offset))
    return b"".join(map(unpack, packed))


def insert_segments(
    session: Session, table: SegmentTable, own: Record, data: Data, start: int = 0
) -> None:
    """Keep the segments from `start` on, which is where one begins."""
    _insert_packed(session, table, own, segments(data, start))


def _insert_packed(
    session: Session, table: SegmentTable, own: Record, found: Iterable[tuple[int, bytes]]
) -> None:
    pieces = ({"offset": offset, "packed": pack(piece)} for offset, piece in found)
    insert_all(session, table, (own | piece for piece in pieces), SEGMENTS_AT_ONCE)
