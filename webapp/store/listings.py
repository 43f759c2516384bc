"""The rows of a page, the lists beside it, and where an address is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice
from typing import Any

from sqlalchemy import select

from webapp.database.engine import Session
from webapp.database.tables import CallRow, ConversationRow, FindingRow, ListBlockRow, PartRow
from webapp.readmodel.call_records import CallRecord
from webapp.readmodel.lists import CallEntry, Finding
from webapp.readmodel.outline import BLOCK_ROWS, Row
from webapp.readmodel.places import address_hash, around_address, first_below, row_around
from webapp.readmodel.strip import Column
from webapp.readmodel.text import printable
from webapp.readmodel.turns import Turn
from webapp.store.blobs import slice_of_upload


def outline_block(session: Session, row: ConversationRow, number: int) -> list[Row]:
    """Some rows of the page; none after the last one."""
    return _list_block(session, row, "outline", number)


def call_block(session: Session, row: ConversationRow, number: int) -> list[CallEntry]:
    """Some entries of the list of calls; none after the last one."""
    return _list_block(session, row, "calls", number)


def strip(session: Session, row: ConversationRow) -> list[Column]:
    """The columns of the picture of its shape."""
    query = select(ListBlockRow.entries).where(
        ListBlockRow.conversation_id == row.id, ListBlockRow.list == "strip"
    )
    return list(chain.from_iterable(session.scalars(query.order_by(ListBlockRow.number))))


def call_entries(
    session: Session, row: ConversationRow, offset: int, count: int
) -> list[CallEntry]:
    """So many entries of the list of calls, from this one on."""
    return _entries(session, row, "calls", offset, count)


def turns_between(session: Session, row: ConversationRow, first: int, last: int) -> list[Turn]:
    """The answers of the model with these numbers, which count from 1."""
    return _entries(session, row, "turns", first - 1, last - first + 1)


def call_records(
    session: Session, row: ConversationRow, offset: int, count: int
) -> list[CallRecord]:
    """So many calls for a program, from this one on."""
    return _entries(session, row, "call records", offset, count)


def _entries(
    session: Session, row: ConversationRow, name: str, offset: int, count: int
) -> list[Any]:
    first, last = offset // BLOCK_ROWS, (offset + count - 1) // BLOCK_ROWS
    query = select(ListBlockRow.entries).where(
        ListBlockRow.conversation_id == row.id,
        ListBlockRow.list == name,
        ListBlockRow.number.between(first, last),
    )
    blocks = session.scalars(query.order_by(ListBlockRow.number))
    skipped = offset - first * BLOCK_ROWS
    return list(islice(chain.from_iterable(blocks), skipped, skipped + count))


def _list_block(session: Session, row: ConversationRow, name: str, number: int) -> list[Any]:
    query = select(ListBlockRow.entries).where(
        ListBlockRow.conversation_id == row.id,
        ListBlockRow.list == name,
        ListBlockRow.number == number,
    )
    return session.scalar(query) or []


def all_findings(session: Session, row: ConversationRow) -> list[Finding]:
    """The diagnostics, in the order of the upload."""
    query = select(FindingRow).where(FindingRow.conversation_id == row.id)
    return [as_finding(found) for found in session.scalars(query.order_by(FindingRow.number))]


def as_finding(found: FindingRow) -> Finding:
    """A stored finding as pages show it."""
    return Finding(
        number=found.number,
        code=found.code,
        name=found.name,
        severity=found.severity,
        kind=found.kind,
        message=found.message,
        address=found.address,
        targets=found.targets,
        row=found.row,
        related=found.related,
    )


def parts(session: Session, row: ConversationRow) -> Sequence[PartRow]:
    """The index of parts."""
    query = select(PartRow).where(PartRow.conversation_id == row.id)
    return session.scalars(query.order_by(PartRow.number)).all()


def part_bytes(session: Session, row: ConversationRow, part: PartRow) -> bytes | None:
    """One part as it came, without reading the rest; None where it has no bytes of its own."""
    if part.start is None or part.end is None:
        return None
    return slice_of_upload(session, row, part.start, part.end)


def part_around(session: Session, row: ConversationRow, address: str) -> PartRow | None:
    """The part at an address of the upload, or the innermost one around it."""
    near = {printable(part.address): part for part in _parts_around(session, row, address)}
    return next((near[one] for one in around_address(address) if one in near), None)


def calls_at(
    session: Session, conversation_ids: Collection[int], addresses: Collection[str]
) -> dict[tuple[int, str], tuple[str, str]]:
    """The calls at some addresses of some conversations: the tool, and what tells what it
    does."""
    query = select(
        CallRow.conversation_id, CallRow.address, CallRow.tool, CallRow.telling
    ).where(CallRow.conversation_id.in_(conversation_ids), CallRow.address.in_(addresses))
    return {
        (id, at): (tool, telling or "") for id, at, tool, telling in session.execute(query)
    }


def _parts_around(session: Session, row: ConversationRow, address: str) -> Iterable[PartRow]:
    """The last of them first."""
    near = select(PartRow).where(
        PartRow.conversation_id == row.id,
        PartRow.address_hash.in_([address_hash(one) for one in around_address(address)]),
    )
    return session.scalars(near.order_by(PartRow.number.desc()))


def row_at(session: Session, row: ConversationRow, address: str) -> int | None:
    """The row of the page that shows an address of the upload (see `row_around`)."""
    places = {}
    for part in _parts_around(session, row, address):
        places[printable(part.address)] = part.row
    found = row_around(address, places)
    if found is not None:
        return found
    copied = _row_of_copy(session, row, address)
    if copied is not None:
        return copied
    every = select(PartRow.address, PartRow.row).where(PartRow.conversation_id == row.id)
    rows = session.execute(every.order_by(PartRow.number)).all()
    return first_below(address, ((printable(at), number) for at, number in rows))


def _row_of_copy(session: Session, row: ConversationRow, address: str) -> int | None:
    """The row of a part that stands at an address too (see `Row.also`), or else that of the
    recorded request around it."""
    if not row.summary.get("copies"):
        return None
    query = select(ListBlockRow.entries).where(
        ListBlockRow.conversation_id == row.id, ListBlockRow.list == "outline"
    )
    places: dict[str, int] = {}
    for one in chain.from_iterable(session.scalars(query.order_by(ListBlockRow.number))):
        begun = (event["address"] for event in one["events"] if event["kind"] == "seam")
        places |= dict.fromkeys((*one["also"], *begun), one["number"])
    return row_around(address, places)
