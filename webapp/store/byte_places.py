"""Which parts stand at some bytes of an upload.

Parts are numbered in the order of the page, which is that of the bytes, but for those beside
the messages, which come first: a search by halves finds the place among very many.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, func, select

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, PartRow


def parts_within(
    session: Session, row: ConversationRow, start: int, end: int, most: int
) -> Sequence[PartRow]:
    """The parts of a conversation that have bytes in a stretch of the upload, in the order of
    these."""
    first = _first_of_messages(session, row)
    near = max(first, _number_behind(session, row, start, first) - 1)
    here = (PartRow.number < first) | PartRow.number.between(near, near + most)
    query = select(PartRow).where(
        PartRow.conversation_id == row.id, here, PartRow.start < end, PartRow.end > start
    )
    return session.scalars(query.order_by(PartRow.start).limit(most)).all()


def part_before(session: Session, row: ConversationRow, offset: int) -> PartRow | None:
    """The part that begins last before an offset of the upload."""
    first = _first_of_messages(session, row)
    behind = _number_behind(session, row, offset, first)
    here = (PartRow.number < first) | (PartRow.number == behind - 1)
    query = select(PartRow).where(
        PartRow.conversation_id == row.id, here, PartRow.start <= offset
    )
    return session.scalars(query.order_by(PartRow.start.desc()).limit(1)).first()


def places_within(
    session: Session, row: ConversationRow, start: int, end: int, most: int
) -> Sequence[tuple[int, str]]:
    """Where parts of any conversation of the upload begin in a stretch of it: offsets and
    addresses."""
    if row.upload.conversation_count == 1:
        parts = parts_within(session, row, start, end, most)
        found = [(part.start, part.address) for part in parts]
    else:
        of_upload = select(ConversationRow.id).where(
            ConversationRow.upload_id == row.upload_id
        )
        query = select(PartRow.start, PartRow.address).where(
            PartRow.conversation_id.in_(of_upload), PartRow.start.between(start, end - 1)
        )
        some = session.execute(query.order_by(PartRow.start).limit(most))
        found = [(begun, address) for begun, address in some]
    return [
        (begun, address) for begun, address in found if begun is not None and begun >= start
    ]


def _first_of_messages(session: Session, row: ConversationRow) -> int:
    """The number of the part that the second row of the page shows: the first row has all
    that stands beside the messages."""
    return max(0, _last(session, row) - (row.rows - 1) + 1)


def _last(session: Session, row: ConversationRow) -> int:
    query = select(func.max(PartRow.number)).where(PartRow.conversation_id == row.id)
    last = session.scalar(query)
    return -1 if last is None else last


def _number_behind(session: Session, row: ConversationRow, offset: int, first: int) -> int:
    """The number of the first part of the messages that begins behind an offset."""
    low, high = first, _last(session, row) + 1
    while low < high:
        middle = (low + high) // 2
        begun = session.scalar(select(PartRow.start).where(*_at(row, middle)))
        if begun is None or begun <= offset:
            low = middle + 1
        else:
            high = middle
    return low


def _at(row: ConversationRow, number: int) -> tuple[ColumnElement[bool], ...]:
    return PartRow.conversation_id == row.id, PartRow.number == number
