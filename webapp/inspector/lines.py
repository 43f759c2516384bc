"""What the lines of a row say of themselves: their place in the log, and what a fix does to
them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from webapp.conversation_page.pane import Pane
from webapp.readmodel.cell import Cell
from webapp.readmodel.panes import ORIGINAL, REPAIRED

_INDEX = re.compile(r"/(\d+)(?=[/!@]|$)")
_FIELDS = frozenset({"id", "name", "arguments"})
_BY_LINE = ("jsonl", "sse")


def position(address: str, container: str = "json") -> str:
    """The index that paths use for a message: `4` for `0:/input/4/call_id`; of a log of lines
    the number of the line's document; empty for what is no message."""
    document, _, pointer = address.partition(":")
    if container in _BY_LINE:
        return document
    found = _INDEX.search(pointer)
    return found[1] if found else ""


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
