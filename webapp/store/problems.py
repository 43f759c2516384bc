"""What is wrong with a conversation, by rule, and some of it at a time: queries, whatever
their number."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, FindingRow, PartRow
from webapp.readmodel.lists import Finding
from webapp.readmodel.places import address_hash, around_address
from webapp.readmodel.text import printable
from webapp.store.listings import as_finding


@dataclass(frozen=True, slots=True)
class Count:
    """How often a rule finds something of one severity, and where it first does."""

    code: str
    severity: str
    count: int
    first: int


@dataclass(frozen=True, slots=True)
class End:
    """What stands at a place that a finding names."""

    kind: str
    row: int
    tool: str | None
    call_id: str | None
    id_source: str | None
    id_state: str | None


def finding_counts(session: Session, row: ConversationRow) -> list[Count]:
    """How many findings there are, by rule and severity."""
    query = (
        select(FindingRow.code, FindingRow.severity, func.count(), func.min(FindingRow.number))
        .where(FindingRow.conversation_id == row.id)
        .group_by(FindingRow.code, FindingRow.severity)
    )
    return [Count(*found) for found in session.execute(query)]


def findings_of(
    session: Session,
    row: ConversationRow,
    codes: Collection[str],
    severity: str | None,
    *,
    offset: int = 0,
    count: int | None = None,
) -> list[Finding]:
    """Findings of some rules, in the order of the upload, from one of them on."""
    query = (
        select(FindingRow).where(*_chosen(row, codes, severity)).order_by(FindingRow.number)
    )
    return [as_finding(found) for found in session.scalars(query.offset(offset).limit(count))]


def finding_at(
    session: Session,
    row: ConversationRow,
    number: int,
    codes: Collection[str],
    severity: str | None,
) -> Finding | None:
    """The first finding that a row of the page shows, among those of some rules."""
    query = select(FindingRow).where(*_chosen(row, codes, severity), FindingRow.row == number)
    found = session.scalars(query.order_by(FindingRow.number).limit(1)).first()
    return None if found is None else as_finding(found)


def finding_of(
    session: Session, row: ConversationRow, address: str, code: str
) -> Finding | None:
    """What a rule finds at an address, as pages show it."""
    query = select(FindingRow).where(
        *_chosen(row, [code], None), FindingRow.address == address
    )
    found = session.scalars(query.order_by(FindingRow.number).limit(1)).first()
    return None if found is None else as_finding(found)


def findings_of_rows(
    session: Session, row: ConversationRow, first: int, last: int, most: int
) -> list[Finding]:
    """The findings that some rows of the page show, in the order of the upload."""
    query = select(FindingRow).where(
        FindingRow.conversation_id == row.id, FindingRow.row.between(first, last)
    )
    found = session.scalars(query.order_by(FindingRow.number).limit(most))
    return [as_finding(one) for one in found]


def finding_beyond(
    session: Session, row: ConversationRow, number: int, way: int
) -> Finding | None:
    """The next (1) or the previous (-1) finding, seen from a row of the page."""
    beyond = FindingRow.row > number if way > 0 else FindingRow.row < number
    order = FindingRow.number if way > 0 else FindingRow.number.desc()
    query = select(FindingRow).where(FindingRow.conversation_id == row.id, beyond)
    found = session.scalars(query.order_by(order).limit(1)).first()
    return None if found is None else as_finding(found)


def findings_before(
    session: Session,
    row: ConversationRow,
    number: int,
    codes: Collection[str],
    severity: str | None,
) -> int:
    """How many findings of some rules stand before the one of this number."""
    query = select(func.count()).where(
        *_chosen(row, codes, severity), FindingRow.number < number
    )
    return session.scalar(query) or 0


def _chosen(
    row: ConversationRow, codes: Collection[str], severity: str | None
) -> Iterable[ColumnElement[bool]]:
    yield FindingRow.conversation_id == row.id
    yield FindingRow.code.in_(codes)
    if severity is not None:
        yield FindingRow.severity == severity


def ends_at(
    session: Session, row: ConversationRow, addresses: Iterable[str]
) -> dict[str, End]:
    """The part at or around each of these addresses, where there is one."""
    around = {address: list(around_address(address)) for address in addresses}
    hashes = {address_hash(one) for some in around.values() for one in some}
    query = select(PartRow).where(
        PartRow.conversation_id == row.id, PartRow.address_hash.in_(hashes)
    )
    parts = {printable(part.address): _end(part) for part in session.scalars(query)}
    found = {
        address: [parts[one] for one in some if one in parts]
        for address, some in around.items()
    }
    return {address: ends[0] for address, ends in found.items() if ends}


def _end(part: PartRow) -> End:
    return End(
        part.kind, part.row, part.tool_name, part.call_id, part.id_source, part.id_state
    )


def first_unpaired(session: Session, row: ConversationRow) -> tuple[str, int] | None:
    """Address and row of the first call or result that has no other end."""
    alone = ("missing", "ambiguous", "orphan")
    query = select(PartRow.address, PartRow.row).where(
        PartRow.conversation_id == row.id, PartRow.how.in_(alone)
    )
    found = session.execute(query.order_by(PartRow.number).limit(1)).first()
    return None if found is None else (printable(found.address), found.row)
