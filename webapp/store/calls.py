"""The calls of a conversation, sorted and filtered by the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BindParameter, ColumnElement, bindparam, case, func, select

from webapp.database.engine import Session
from webapp.database.tables import CallRow, ConversationRow
from webapp.readmodel.call_lines import BADNESS
from webapp.store.call_choice import EMPTY, FACETS, CallChoice

MOST_VALUES = 200
"""Values of one facet that a page offers."""

_ENDED = case(
    (CallRow.failed, "error"),
    (CallRow.result_row.is_not(None), "ok"),
    else_="no result",
)
_AGAIN = case((CallRow.loops, "loops"), (CallRow.times > 1, "again"), else_="once")
_WORST = case(
    *((CallRow.badness == number, word) for number, word in enumerate(BADNESS)), else_=""
)
_FACETS: dict[str, ColumnElement[str]] = {
    "tool": CallRow.tool.expression,
    "how": CallRow.how.expression,
    "origin": CallRow.origin.expression,
    "looks": CallRow.maker.expression,
    "ended": _ENDED,
    "again": _AGAIN,
    "worst": _WORST,
}


@dataclass(frozen=True, slots=True)
class Cell:
    """The calls of one tool in one stretch of a conversation."""

    stretch: int
    tool: str
    calls: int
    failed: int
    alone: int
    """Those without a result."""
    loops: int


@dataclass(frozen=True, slots=True)
class Loop:
    """A call that was made again and again for the same."""

    checksum: str
    tool: str
    times: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class CallTotals:
    """Of the calls that a choice leaves."""

    calls: int
    failed: int
    alone: int
    timed: int
    """Those whose start is known."""
    took: float | None
    """Seconds, added up."""
    tokens: int | None
    """The most that an answer with calls wrote; None where no answer was counted."""
    first: float | None
    last: float | None


def chosen_calls(
    session: Session, row: ConversationRow, choice: CallChoice, offset: int, count: int
) -> Sequence[CallRow]:
    """Some of the calls that are asked for, in the order that is asked for; unknown values
    come last."""
    column: ColumnElement[object] = getattr(CallRow, choice.sort).expression
    order = column.desc() if choice.descending else column.asc()
    query = select(CallRow).where(*_where(row, choice))
    query = query.order_by(column.is_(None), order, CallRow.number)
    return session.scalars(query.offset(offset).limit(count)).all()


def call_totals(session: Session, row: ConversationRow, choice: CallChoice) -> CallTotals:
    """Counts and times of the calls that are asked for."""
    query = select(
        func.count(),
        func.coalesce(func.sum(case((CallRow.failed, 1), else_=0)), 0),
        func.count().filter(CallRow.result_row.is_(None)),
        func.count(CallRow.started),
        func.sum(CallRow.took),
        func.max(CallRow.tokens),
        func.min(CallRow.started),
        func.max(func.coalesce(CallRow.ended, CallRow.started)),
    )
    return CallTotals(*session.execute(query.where(*_where(row, choice))).one())


def call_facets(
    session: Session, row: ConversationRow, choice: CallChoice
) -> dict[str, list[tuple[str, int]]]:
    """For each facet its values and how many calls each would show, with the other filters as
    they are."""
    return {name: _values(session, row, choice.without(name), name) for name in FACETS}


def call_variety(session: Session, row: ConversationRow) -> dict[str, int]:
    """How many values each facet has in the whole conversation."""
    query = select(*(func.count(value.distinct()) for value in _FACETS.values()))
    counts = session.execute(query.where(CallRow.conversation_id == row.id)).one()
    return dict(zip(_FACETS, counts, strict=True))


def _values(
    session: Session, row: ConversationRow, choice: CallChoice, name: str
) -> list[tuple[str, int]]:
    value = _FACETS[name].label("value")
    query = (
        select(value, func.count().label("calls")).where(*_where(row, choice)).group_by(value)
    )
    query = query.order_by(func.count().desc(), value).limit(MOST_VALUES)
    return [(word, count) for word, count in session.execute(query)]


def call_shape(
    session: Session, row: ConversationRow, choice: CallChoice, length: int
) -> list[Cell]:
    """The whole length of a conversation in stretches of so many calls, by tool."""
    stretch = ((CallRow.number - 1) // length).label("stretch")
    query = select(
        stretch,
        CallRow.tool,
        func.count(),
        func.sum(case((CallRow.failed, 1), else_=0)),
        func.sum(case((CallRow.result_row.is_(None), 1), else_=0)),
        func.sum(case((CallRow.loops, 1), else_=0)),
    ).where(*_where(row, choice))
    return [Cell(*found) for found in session.execute(query.group_by(stretch, CallRow.tool))]


def looping_calls(session: Session, row: ConversationRow, most: int) -> list[Loop]:
    """Calls that went round in a circle, those that did so most often first."""
    first = func.min(CallRow.number)
    query = (
        select(CallRow.checksum, CallRow.tool, func.count(), first, func.max(CallRow.number))
        .where(CallRow.conversation_id == row.id, CallRow.loops, CallRow.checksum.is_not(None))
        .group_by(CallRow.checksum, CallRow.tool)
        .order_by(func.count().desc(), first)
        .limit(most)
    )
    return [Loop(str(found[0]), *found[1:]) for found in session.execute(query)]


def _is_one_of(numbers: Sequence[int]) -> ColumnElement[bool]:
    """Written out, as a statement takes only so many parameters."""
    every: BindParameter[Sequence[int]] = bindparam(
        "numbers", list(numbers), unique=True, expanding=True, literal_execute=True
    )
    return CallRow.number.in_(every)


def _where(row: ConversationRow, choice: CallChoice) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [CallRow.conversation_id == row.id]
    for name, value in choice.facets.items():
        found.append(_FACETS[name] == ("" if value == EMPTY else value))
    if choice.numbers is not None:
        found.append(_is_one_of(choice.numbers))
    if choice.checksum:
        found.append(CallRow.checksum == choice.checksum)
    return found
