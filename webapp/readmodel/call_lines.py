"""The calls as they are stored to be sorted, filtered and drawn: a line each, of plain
values."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypedDict

from crosswire.facts import CallFacts
from crosswire.model import Conversation
from webapp.readmodel.ids import id_chip, id_origin
from webapp.readmodel.invisible import shortened
from webapp.readmodel.outline import Row, State
from webapp.readmodel.row_numbers import nodes, row_node
from webapp.readmodel.telling import telling_argument
from webapp.readmodel.text import holdable
from webapp.readmodel.turns import Turn

LONGEST_NAME = 120
"""Characters of a tool's name that calls are filtered by."""
LONGEST_ID = 400
"""Characters of an id that calls are sorted and found by."""
BADNESS = ("", "info", "warning", "error")
"""How bad the worst finding on a call is, by its number."""


class CallLine(TypedDict):
    """The columns of `tables.CallRow`."""

    number: int
    row: int
    address: str
    telling: str
    turn: int | None
    tokens: int | None
    result_row: int | None
    result_address: str | None
    tool: str
    call_id: str | None
    id_state: str
    id_required: bool
    id_field: str | None
    origin: str
    maker: str
    how: str
    state: State
    started: float | None
    ended: float | None
    took: float | None
    measured: bool
    argument_bytes: int
    result_bytes: int | None
    checksum: str | None
    algorithm: str
    times: int
    nth: int
    loops: bool
    failed: bool
    batch: int
    batch_size: int
    waited: float | None
    user_spoke: bool
    badness: int


def call_lines(
    conversation: Conversation,
    facts: Sequence[CallFacts],
    rows: Sequence[Row],
    turn_of: Mapping[int, Turn],
) -> list[CallLine]:
    """A line for each call, in the order of the upload."""
    if not facts:
        return []
    by_node = dict(zip(nodes(conversation), rows, strict=True))
    return [_line(fact, by_node, turn_of) for fact in facts]


def _line(one: CallFacts, by_node: Mapping[str, Row], turn_of: Mapping[int, Turn]) -> CallLine:
    row = by_node[one.call.key]
    turn = turn_of.get(row["message"] or 0)
    result = None if one.result is None else by_node[row_node(one.result.key)]
    chip = id_chip(one.call.call_id)
    checksum = row["checksum"]
    return CallLine(
        number=one.number,
        row=row["number"],
        address=one.call.address,
        telling=telling_argument(one.call),
        turn=None if turn is None else turn["number"],
        tokens=None if turn is None else turn["output"],
        result_row=None if result is None else result["number"],
        result_address=None if one.result is None else one.result.address,
        tool=tool_key(one.call.name),
        call_id=None if chip["value"] is None else shortened(chip["value"], LONGEST_ID),
        id_state=chip["state"],
        id_required=chip["required"],
        id_field=chip.get("field"),
        origin=id_origin(chip),
        maker=one.looks_like or "",
        how=row["how"],
        state=row["state"],
        **_times(one),
        argument_bytes=one.argument_bytes,
        result_bytes=one.result_bytes,
        checksum=checksum["hex"] if checksum else None,
        algorithm=checksum["algorithm"] if checksum else "",
        times=one.times,
        nth=one.nth,
        loops=one.loops,
        failed=one.failed,
        batch=one.batch,
        batch_size=one.batch_size,
        badness=_badness(row, result),
    )


class _Times(TypedDict):
    started: float | None
    ended: float | None
    took: float | None
    measured: bool
    waited: float | None
    user_spoke: bool


def _times(one: CallFacts) -> _Times:
    return _Times(
        started=None if one.started is None else one.started.at,
        ended=None if one.ended is None else one.ended.at,
        took=None if one.took is None else round(one.took.seconds, 6),
        measured=one.took is not None and one.took.measured,
        waited=None if one.waiting is None else round(one.waiting.seconds, 6),
        user_spoke=one.waiting is not None and one.waiting.user_spoke,
    )


def _badness(row: Row, result: Row | None) -> int:
    """Of the worst finding on either end."""
    marks = [*row["marks"], *(result["marks"] if result is not None else ())]
    return max((BADNESS.index(mark["severity"]) for mark in marks), default=0)


def tool_key(name: str) -> str:
    """A tool's name; a very long one is cut, with a number that tells it from others that
    begin alike."""
    if len(name) <= LONGEST_NAME:
        return holdable(name)
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{holdable(name[: LONGEST_NAME - 10])}… {digest}"
