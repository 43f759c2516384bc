"""The first line of a result, for where it is folded under its call."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.readmodel.cell import Cell
from webapp.readmodel.text import one_line

LONGEST = 120
"""Characters of it."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """What stands on the line."""

    words: str
    is_all: bool
    """It says all that the result has, so that nothing is to be folded."""


def result_in_line(cell: Cell) -> ResultLine:
    """The beginning of the first text, or what stands there in place of one."""
    contents = cell.get("content", [])
    texts = [(one.get("text") or one.get("json") or "").strip() for one in contents]
    first = next(filter(None, texts), "")
    lines = first.count("\n") + 1
    line = one_line(first.partition("\n")[0], LONGEST)
    is_text = len(contents) == 1 and contents[0]["kind"] == "text"
    if is_text and line == contents[0].get("text"):
        return ResultLine(line, is_all=True)
    if not contents:
        return ResultLine("no content", is_all=True)
    more = f" … {lines - 1:,} more {'line' if lines == 2 else 'lines'}" if lines > 1 else ""
    rest = f" and {len(contents) - 1:,} more" if len(contents) > 1 else ""
    return ResultLine((line or contents[0]["kind"]) + more + rest, is_all=False)
