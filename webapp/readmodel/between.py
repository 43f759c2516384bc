"""What happened between the rows of a conversation, and what began at them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TypedDict

from crosswire.model import Conversation, ThreadEdge
from webapp.readmodel.text import printable


class RowEvent(TypedDict):
    """Something that happened before a row, or behind the last one."""

    kind: str
    detail: str
    """In the log's words."""
    address: str
    is_behind: bool


class RowStart(TypedDict):
    """A conversation that began at a row."""

    relation: str
    conversation: int | None
    """Its number in the upload, from 1; None where it is not in it."""
    why: str
    id: str
    """The log's own."""
    path: str
    """The file that it would stand in, where that is known."""


def events_by_row(
    conversation: Conversation, rows_of: Mapping[int, int], last: int
) -> dict[int, list[RowEvent]]:
    """The number of a row -> the events there; `rows_of` has the first row of each message."""
    found: dict[int, list[RowEvent]] = defaultdict(list)
    for event in conversation.events:
        row = rows_of.get(event.before)
        found[last if row is None else row].append(
            RowEvent(
                kind=event.kind,
                detail=printable(event.detail),
                address=printable(event.address),
                is_behind=row is None,
            )
        )
    return found


def starts_by_address(conversation: Conversation) -> dict[str, list[RowStart]]:
    """The address of a call or a message -> the conversations that began there."""
    found: dict[str, list[RowStart]] = defaultdict(list)
    for edge in conversation.starts:
        if edge.here is not None:
            found[edge.here].append(_start(edge))
    return found


def _start(edge: ThreadEdge) -> RowStart:
    return RowStart(
        relation=edge.relation,
        conversation=None if edge.number is None else edge.number + 1,
        why=edge.why,
        id=printable(edge.thread),
        path=printable(edge.path),
    )
