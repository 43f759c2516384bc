"""A table of separated values with JSON in its cells, as warehouses and log services export
logs: each row as one JSON object."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence

import msgspec

from crosswire.containers.wrappers.budget import Budget, OverBudget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.errors import UnreadableUpload

NAME = "csv"
TITLE = "a table of separated values"
_LOOKED_AT = 1 << 20
"""Bytes in which a cell with JSON has to stand."""
_LONGEST_HEADER = 10_000
_SEPARATORS = ",\t;|"
_QUOTED = re.compile(
    rb'(?:^|[,;\t|])"[ \n]{0,20}[\[{][ \n\[{]{0,20}(?:""|[\]}])', re.MULTILINE
)
"""A cell that begins as JSON does, with each of its quotes doubled."""
_BARE = re.compile(rb'\t[\[{][ \[{]{0,20}["\]}]')
"""The same behind a tab, without quotes around it."""
_WRITTEN = "The lines that are shown were written from its rows."
_MANY = "It has more rows than are read of one table; these are the first."
_SHORT = "Its last row has fewer cells than its first one: the end of it may be missing."


def fits(data: bytes) -> bool:
    """Whether it begins with the names of columns, and a cell below them holds JSON."""
    header, _, rest = data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf").partition(b"\n")
    if not rest or len(header) > _LONGEST_HEADER or not header.strip():
        return False
    if any(mark in header for mark in (b"{", b"[", b":", b"<")):
        return False
    return bool(_QUOTED.search(rest) or (b"\t" in header and _BARE.search(rest)))


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        message = f"This is {TITLE}, and byte {fault.start + 1} of it is no UTF-8."
        raise UnreadableUpload(message, offset=fault.start) from fault
    csv.field_size_limit(max(csv.field_size_limit(), len(data)))
    cells = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
    lines, cut = list[bytes](), None
    try:
        names, last = next(cells), list[str]()
        for last in filter(None, cells):
            if budget.rows >= budget.limits.rows:
                raise OverBudget(_MANY)
            budget.rows += 1
            line = _line(names, last)
            budget.take(len(line) + 1)
            lines.append(line)
        cut = _SHORT if len(last) < len(names) else None
    except OverBudget as error:
        cut = f"{error} The rows before that were read."
    except csv.Error as error:
        cut = f"Its rows could not all be read ({error}); those before that were."
    rows = [str(number) for number in range(1, len(lines) + 1)]
    written = b"\n".join(lines) + b"\n"
    yield Member(written, rows=rows, cut=cut, remarks=(_WRITTEN,), written_from=TITLE)


def _separator(text: str) -> str:
    """What stands most often between the names of columns."""
    header = text.partition("\n")[0]
    return max(_SEPARATORS, key=header.count)


def _line(names: Sequence[str], cells: Sequence[str]) -> bytes:
    """A row as a JSON object; a cell with an object or a list is put in as it stands."""
    unnamed = [f"column {number}" for number in range(len(names) + 1, len(cells) + 1)]
    named = zip((*names, *unnamed), cells, strict=False)
    fields = (f"{json.dumps(name)}: {_value(cell)}" for name, cell in named if cell)
    return f"{{{', '.join(fields)}}}".encode()


def _value(cell: str) -> str:
    if cell.lstrip()[:1] in ("{", "["):
        try:
            msgspec.json.decode(cell, type=msgspec.Raw)
        except (msgspec.DecodeError, UnicodeEncodeError):
            return json.dumps(cell)
        return cell.replace("\r", " ").replace(
            "\n", " "
        )  # between its values, or it is no JSON
    return json.dumps(cell)
