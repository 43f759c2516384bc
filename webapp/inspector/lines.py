"""What the lines of a row say of themselves: their place in the log, and what a fix does to
them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from webapp.conversation_page.pane import Pane
from webapp.readmodel.cell import Cell
from webapp.readmodel.connectors import LANES, Strand
from webapp.readmodel.margin_numbers import number_in
from webapp.readmodel.outline import Row
from webapp.readmodel.panes import ORIGINAL, REPAIRED

_FIELDS = frozenset({"id", "name", "arguments"})
_IN_BODY = re.compile(r"\d+:/(?:messages|input|contents)/(\d+)(?=[/!@]|$)")
"""A message in a body that was written."""


def position(row: Row, address: str | None = None) -> str:
    """The number of a row's message, or of where a fix has it: its line, or its place in the
    list of messages; empty where nothing counts it."""
    there = row["address"] if address is None else address
    line = row.get("line")  # older readings have none
    if line is not None:
        return str(line) if _document(there) == _document(row["address"]) else ""
    return number_in(there, row.get("list", ""))


def position_label(row: Row) -> str:
    """The same in words: `line 8`, `message 4`."""
    number = position(row)
    kind = "line" if row.get("line") is not None else "message"
    return f"{kind} {number}" if number else "this message"


def written_position(address: str) -> str:
    """The place of a message in a body that was written; empty for what is beside them."""
    found = _IN_BODY.match(address)
    return found[1] if found else ""


def _document(address: str) -> str:
    return address.partition(":")[0]


@dataclass(frozen=True, slots=True)
class LineChange:
    """What a fix does to one line of a pane."""

    state: Literal["", "removed", "added", "gone"] = ""
    """`removed` stands in the original and changes, `added` is how it stands fixed, `gone`
    stands for what the fix takes out."""
    fields: frozenset[str] = field(default=frozenset())
    """Which of id, name and arguments changes; empty where it is the line as a whole."""


UNCHANGED = LineChange()


def line_changes(
    panes: Sequence[Pane], pane_cells: Sequence[Sequence[Cell]]
) -> list[list[LineChange]]:
    """For each cell of each pane of a row: how the fix beside it changes it."""
    fixed = [
        _kinds(cell)
        for pane, cells in zip(panes, pane_cells, strict=True)
        if pane.target == REPAIRED
        for cell in cells
    ]
    kinds = frozenset().union(*fixed) - {"added"}
    removed = LineChange("removed", kinds & _FIELDS) if kinds else UNCHANGED
    return [
        [_fixed(cell) for cell in cells]
        if pane.target == REPAIRED
        else [removed if pane.target == ORIGINAL else UNCHANGED] * len(cells)
        for pane, cells in zip(panes, pane_cells, strict=True)
    ]


def _kinds(cell: Cell) -> frozenset[str]:
    return frozenset(cell.get("mended", ()))


def _fixed(cell: Cell) -> LineChange:
    kinds = _kinds(cell)
    if not kinds:
        return UNCHANGED
    state: Literal["gone", "added"] = "gone" if cell["kind"] == "absent" else "added"
    return LineChange(state, kinds & _FIELDS)


def tied_row(row: Row, cells: Sequence[Cell]) -> Mapping[str, Any]:
    """A row as the pane of these cells ties it, where a fix ties it otherwise."""
    own = next((cell["tied"] for cell in cells if "tied" in cell), None)
    return {**row, **own} if own else row


def shown_strands(
    cells: Sequence[Cell], logged: Sequence[Strand], quiet: Collection[int] = ()
) -> list[Strand]:
    """The connectors beside some cells of a row, but for those of `quiet` calls: as their pane
    pairs them, or as the log does where it says nothing."""
    own = [cell["strands"] for cell in cells if "strands" in cell]
    found = logged if not own else own[0] if len(own) == 1 else _joined(own)
    return [strand for strand in found if strand["call"] not in quiet]


def _joined(cells: Sequence[Sequence[Strand]]) -> list[Strand]:
    """What a row shows of the connectors of its cells."""
    together: dict[tuple[int, str, int], list[Strand]] = {}
    for strand in (strand for strands in cells for strand in strands):
        key = strand["call"], strand["quality"], strand["lane"]
        together.setdefault(key, []).append(strand)
    found = []
    for some in together.values():
        comes = some[0]["piece"] in ("pass", "end")
        goes = some[-1]["piece"] in ("pass", "start")
        if comes or goes:
            found.append(some[0].copy() if goes else some[-1].copy())
            found[-1]["piece"] = "pass" if comes and goes else "start" if goes else "end"
        elif some[0]["piece"].startswith("stub"):
            found.append(some[0])
    return found


class OpenEnd(NamedTuple):
    """A call without a result, or a result without a call, as the gutter draws it."""

    lane: int
    piece: Literal["open", "lone"]
    """A line that ends nowhere, or no line at all."""
    quality: Literal["sure", "broken"]


_OPEN: dict[str, tuple[Literal["open", "lone"], Literal["sure", "broken"]]] = {
    "pending": ("open", "sure"),
    "missing": ("open", "broken"),
    "orphan": ("lone", "broken"),
}


def open_end(
    tied: Mapping[str, Any], strands: Sequence[Strand], cells: Sequence[Cell]
) -> OpenEnd | None:
    """How a row shows that the other end of its pair is not there; None where it is, where a
    line leads to what is likely meant, or where a fix took this end out too."""
    if tied["how"] not in _OPEN or any(strand["at"] for strand in strands):
        return None
    if not any(cell["kind"] == tied["end"] for cell in cells):
        return None
    taken = {strand["lane"] for strand in strands}
    lane = next((lane for lane in range(LANES) if lane not in taken), 0)
    return OpenEnd(lane, *_OPEN[tied["how"]])
