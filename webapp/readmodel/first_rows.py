"""The first messages of an upload that nobody has read yet, as its first lines alone read."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import crosswire
from crosswire.errors import CrosswireError
from crosswire.secrets import may_hold_keys
from webapp.readmodel.cell import Cell
from webapp.readmodel.cells import original_cells
from webapp.readmodel.text import one_line

MOST_BYTES, LONGEST_LINE = 64 * 1024, 1024 * 1024
"""What is looked at of an upload, and of one whose first line is longer."""
MOST_ROWS = 30
MOST_CHARACTERS = 300
"""Of a row."""
MOST_LOOKED_AT = 4 * MOST_CHARACTERS
_BY_KIND = ("call", "result", "reasoning")


class FirstRow(NamedTuple):
    """A part of a message."""

    who: str
    text: str


def first_lines(begin: bytes) -> bytes:
    """The whole lines among the first bytes of an upload, or the first line where it is
    longer; nothing where none ends there."""
    end = begin.rfind(b"\n", 0, MOST_BYTES) + 1 or begin.find(b"\n") + 1
    return begin[:end]


def first_rows(lines: bytes, name: str | None, format: str | None) -> list[FirstRow]:
    """The first parts of the first conversation in the first lines of an upload; none where
    there are no lines, where keys may stand in them, or where they cannot be read."""
    if not lines or may_hold_keys(lines):
        return []
    try:
        log = crosswire.load(lines, name=name, format=format, unpack=None)
    except CrosswireError:
        return []
    rows = original_cells(log.conversations[0])
    next(rows, None)  # what stands beside the messages
    parts = (cell for cells in rows for cell in cells)
    return [FirstRow(_who(cell), _text(cell)) for cell in islice(parts, MOST_ROWS)]


def _who(cell: Cell) -> str:
    return cell["kind"] if cell["kind"] in _BY_KIND else cell.get("role", "")


def _text(cell: Cell) -> str:
    """What is said, on one line, as much as a row shows."""
    own = cell.get("text") or cell.get("json", "")
    words = (cell.get("name", ""), own[:MOST_LOOKED_AT], *map(_text, cell.get("content", ())))
    return one_line(" ".join(filter(None, words)), MOST_CHARACTERS)
