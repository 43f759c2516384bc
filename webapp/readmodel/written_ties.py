"""Which call and which result belong together in what a pane shows: its own payload is paired,
by its own ids, and not the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.pairing import How, Pairing, pair
from webapp.readmodel.cell import Cell, Tied
from webapp.readmodel.connectors import Connection, Strand, strands
from webapp.readmodel.invisible import shortened
from webapp.readmodel.row_numbers import RowNumbers


class WrittenTie(NamedTuple):
    """A call and a result of a payload, by their addresses in it."""

    call: str
    result: str
    quality: str
    """As in `Connection`."""


def written_ties(pairing: Pairing) -> list[WrittenTie]:
    """What a payload ties, and what in it is most likely meant so."""
    found = [
        WrittenTie(
            one.call.address,
            one.result.address,
            "sure" if one.how is How.BY_ID else "inferred",
        )
        for one in pairing.pairs
        if one.how is not How.EMBEDDED
    ]
    for orphan in pairing.orphans:
        meant = orphan.duplicate_of.call if orphan.duplicate_of else orphan.likely_call
        if meant is not None:
            found.append(WrittenTie(meant.address, orphan.result.address, "broken"))
    return found


def pairings(payload: Iterable[Conversation]) -> list[Pairing]:
    """How the conversations of a payload are paired."""
    return [pair(one) for one in payload]


def alone_in(pairing: Pairing) -> list[tuple[ToolCallPart | ToolResultPart, str]]:
    """The calls and results of a payload without their other end, each with how that is."""
    found: list[tuple[ToolCallPart | ToolResultPart, str]] = [
        (one.call, one.fate.value) for one in pairing.unanswered
    ]
    return [
        *found,
        *((one.result, "ambiguous" if one.ambiguous else "orphan") for one in pairing.orphans),
    ]


def alone_tie(cell: Cell, how: str, number: int | None) -> Tied:
    """The tie of a call or a result that has no other end in its pane."""
    return Tied(
        call=number,
        end=cell["kind"],
        how=how,
        state="",
        partner=None,
        label=shortened(cell.get("name", ""), 80),
        became="",
    )


def call_numbers(conversation: Conversation, rows: RowNumbers) -> dict[int, int]:
    """Row of a call of the log -> its number."""
    return {
        rows.of_node(call.key): number
        for number, call in enumerate(conversation.calls(), start=1)
    }


def draw(
    rows: Sequence[Sequence[Cell]], numbers: Mapping[int, int], ties: Iterable[WrittenTie]
) -> None:
    """Say in each cell of a pane which of its connectors begin, pass and end there.

    A row may show several cells, so that lines are counted in cells; a call that the log does
    not have has no line, since nothing would tell it.
    """
    cells = [(number, cell) for number, row in enumerate(rows) for cell in row]
    at: dict[str, int] = {}
    for place, (_, cell) in enumerate(cells):
        if cell["address"] and cell["kind"] in ("call", "result"):
            at.setdefault(cell["address"], place)
    drawn = strands(
        Connection(at[tie.call], at[tie.result], numbers[cells[at[tie.call]][0]], tie.quality)
        for tie in ties
        if tie.call in at and tie.result in at and cells[at[tie.call]][0] in numbers
    )
    for place, (_, cell) in enumerate(cells):
        cell["strands"] = [_in_rows(one, cells) for one in drawn.get(place, ())]


def _in_rows(strand: Strand, cells: Sequence[tuple[int, Cell]]) -> Strand:
    if strand["other"] is not None:
        strand["other"] = cells[strand["other"]][0]
    return strand
