"""The next part of a kind from a row on: steps through a conversation that no page has
whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sqlalchemy import ColumnElement, func, select

from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, PartRow

Step = Literal["call", "user"]

STEPS: Mapping[Step, ColumnElement[bool]] = {
    # A result without a call stands in the list of calls too.
    "call": (PartRow.kind == "call") | ((PartRow.kind == "result") & PartRow.pair.is_(None)),
    # Anthropic and others bring the results of tools as words of the user.
    "user": (PartRow.role == "user") & (PartRow.kind != "result"),
}
"""What one can step through, as a condition on the index of parts."""
MOST_OF_A_TURN = 2_000
"""Parts of one message that are looked through for its first one."""


def next_part(
    session: Session, row: ConversationRow, step: Step, from_row: int, way: int
) -> PartRow | None:
    """The next (1) or the previous (-1) part of a kind, seen from a row; None where there is
    none."""
    here = _number(session, row, from_row)
    ahead = PartRow.number > here if way > 0 else PartRow.number < here
    found = _first(session, row, ahead, STEPS[step], way=way)
    if step != "user" or found is None:
        return found
    return _of_turn(session, row, found, here, way)


def _of_turn(
    session: Session, row: ConversationRow, found: PartRow, here: int, way: int
) -> PartRow | None:
    """A turn of the user is a whole message, shown at its first part."""
    current = _at(session, row, here)
    if current is not None and current.message == found.message:
        if way < 0:  # from the middle of a message back to its beginning
            return _beginning(session, row, found)
        beyond = (PartRow.number > found.number) & (PartRow.message > found.message)
        return _first(session, row, beyond, STEPS["user"], way=1)
    return found if way > 0 else _beginning(session, row, found)


def _beginning(session: Session, row: ConversationRow, part: PartRow) -> PartRow | None:
    same = (
        (PartRow.message == part.message)
        & (PartRow.number <= part.number)
        & (PartRow.number > part.number - MOST_OF_A_TURN)
    )
    return _first(session, row, same, STEPS["user"], way=1)


def _first(
    session: Session, row: ConversationRow, *conditions: ColumnElement[bool], way: int
) -> PartRow | None:
    query = select(PartRow).where(PartRow.conversation_id == row.id, *conditions)
    return session.scalar(
        query.order_by(PartRow.number if way > 0 else PartRow.number.desc()).limit(1)
    )


def _at(session: Session, row: ConversationRow, number: int) -> PartRow | None:
    return session.get(PartRow, (row.id, number))


def part_of_row(session: Session, row: ConversationRow, number: int) -> PartRow | None:
    """The part that a row shows; none for the row of settings and tools, which has many."""
    return _at(session, row, _number(session, row, number)) if 0 < number < row.rows else None


def _number(session: Session, row: ConversationRow, of_row: int) -> int:
    """The number of the part that a row shows; all that is in the first row stands before the
    others."""
    last = session.scalar(
        select(func.max(PartRow.number)).where(PartRow.conversation_id == row.id)
    )
    return (-1 if last is None else last) - (row.rows - 1) + of_row
