"""A new SQLite database with some rows changed, and all others as they were."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from msgspec import Struct

from crosswire.containers.wrappers import sqlite_database, sqlite_journal
from crosswire.containers.wrappers.budget import Budget, UnpackLimits
from crosswire.containers.wrappers.protocol import Member
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject

_WRITER = Path(__file__).with_name("sqlite_changing.py")
_MODES = slice(18, 20)
Row = tuple[str, str]
"""A table, and the id of a row in it."""


class RowChange(Struct, frozen=True):
    """What becomes of a row."""

    table: str
    row: str | None
    """The id of the row; None of one that is put in."""
    cells: JsonObject | None
    """The columns that change, or that a new row has, with texts, numbers or null; None where
    the row goes."""


def rewritten(data: bytes, changes: Sequence[RowChange], limits: UnpackLimits) -> bytes:
    """The database with these changes and no other; raises UnreadableUpload where that cannot
    be, as where a trigger changes other rows too."""
    import subprocess  # few uploads are databases, and it is slow to load

    told = [
        [one.table, None if one.row is None else int(one.row), one.cells] for one in changes
    ]
    numbers = (int(limits.seconds + 1), limits.memory + 4 * len(data))
    limits_of_it = [sqlite_database.LIBRARIES, *map(str, numbers)]
    command = [sys.executable, "-I", "-S", str(_WRITER), *limits_of_it]
    given = json.dumps(told).encode() + b"\n" + sqlite_journal.without_journal(data)
    try:
        done = subprocess.run(  # noqa: S603 - our own module, and numbers
            command, input=given, capture_output=True, timeout=limits.seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise UnreadableUpload("To write the database took too long.") from None
    said, _, new = done.stdout.partition(b"\n")
    fault = json.loads(said) if said else "its writer was ended at its limits"
    if fault:
        raise UnreadableUpload(f"The database cannot be written: {fault}.")
    whole = new[: _MODES.start] + data[_MODES] + new[_MODES.stop :]
    _refuse_others(data, whole, changes, limits)
    return whole


def _refuse_others(
    before: bytes, after: bytes, changes: Sequence[RowChange], limits: UnpackLimits
) -> None:
    """Raise UnreadableUpload where a row differs that was not to be changed."""
    changed = {(one.table, one.row) for one in changes if one.row is not None}
    put_in = Counter(one.table for one in changes if one.row is None)
    new: set[Row] = set()
    if put_in:
        known = {row for row, _ in _rows(before, (), limits)}
        new = {row for row, _ in _rows(after, (), limits)} - known
    without = changed | new
    both = zip_longest(_rows(before, changed, limits), _rows(after, without, limits))
    if put_in != Counter(table for table, _ in new) or any(one != two for one, two in both):
        raise UnreadableUpload(
            "The database changes other rows by itself when a row is changed, so that no "
            "mended one is written."
        )


def _rows(
    data: bytes, without: Collection[Row], limits: UnpackLimits
) -> Iterator[tuple[Row, bytes]]:
    """The rows of all ordinary tables but some, with their texts."""
    for table in sqlite_database.members(data, Budget(limits, len(data))):
        if isinstance(table, Member):
            texts = table.data.splitlines()
            rows = [(table.steps[-1].name, row) for row in table.rows or ()]
            pairs = zip(rows, texts, strict=True)
            yield from (one for one in pairs if one[0] not in without)
