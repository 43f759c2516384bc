"""One pane as it is printed: every row with nothing folded, and no more than a printer takes
at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, Response, request

from webapp.access import conversation_of
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.query import Asked
from webapp.hypermedia import render_page
from webapp.inspector.rows import Rows
from webapp.readmodel.cell import Cell
from webapp.readmodel.outline import Row

bp = Blueprint("printing", __name__, url_prefix="/c/<slug>")

USUAL_PANE = "original:read"
PAGE_ROWS = 1_000
PAGE_CHARACTERS = 3_000_000
LONGEST_PRINTED = 100_000
"""Characters of one part that are printed whole; the page says where it prints less."""
CELL_PARTS = 500


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row of one pane."""

    row: Row
    cells: list[Cell]
    whole: bool
    """Whether nothing of it is cut."""


@bp.get("/print")
def show(slug: str) -> Response:
    """The rows of the first pane from `?from=` on, as many as one page takes."""
    asked = Asked.of(request.args)
    page = Inspector(
        conversation_of(slug), replace(asked, panes=asked.panes[:1] or (USUAL_PANE,))
    )
    pane = page.panes[0]
    if not pane.is_written:
        pane.write()
    first = min(max(request.args.get("from", 0, type=int), 0), page.row.rows - 1)
    rows = list(_rows(page, first))
    return render_page(
        "inspector/print.html",
        fragment="main",
        page=page,
        pane=pane,
        panes=[pane],
        rows=rows,
        first=first,
        last=first + len(rows) - 1,
        most=CELL_PARTS,
        longest=LONGEST_PRINTED,
        per_page=PAGE_ROWS,
    )


def _rows(page: Inspector, first: int) -> Iterator[PrintedRow]:
    every, characters = Rows(page), 0
    for number in range(first, min(first + PAGE_ROWS, every.count)):
        row, pane_cells = every.row(number)
        cells = list(pane_cells[0])
        size = sum(map(_size, cells))
        characters += min(size, LONGEST_PRINTED)
        if characters > PAGE_CHARACTERS and number > first:
            return
        yield PrintedRow(row, cells, size <= LONGEST_PRINTED)


def _size(cell: Cell) -> int:
    """About how many characters a cell shows."""
    inside = [*cell.get("content", ()), *filter(None, [cell.get("result")])]
    own = len(cell.get("text", "")) + len(cell.get("json", "")) + len(cell["wire"])
    return own + sum(map(_size, inside))
