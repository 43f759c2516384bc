"""SQLite: the rows of its ordinary tables, each as one JSON object.

A database is a program in disguise (views, triggers, virtual tables), and a damaged one may
keep SQLite busy for ever. So it is read by another process, which has limits and is ended.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from crosswire.containers.origin import LONGEST_NAME, Step
from crosswire.containers.wrappers import sqlite_journal
from crosswire.containers.wrappers.budget import Budget, OverBudget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.errors import UnreadableUpload

NAME = "sqlite"
TITLE = "an SQLite database"
_WITHOUT_JOURNAL = (
    "What the program wrote last may be missing: it writes into a journal first, the file "
    "beside this one that ends in `-wal`. Give both together, or a copy made with "
    '`sqlite3 FILE ".backup COPY"`.'
)
_WRITTEN = "The lines that are shown were written from the rows of its tables."
_READER = Path(__file__).with_name("sqlite_process.py")
LIBRARIES = str(Path(msgspec.__file__).parents[1])
"""The folder of installed libraries, for processes that begin without them."""


def fits(data: bytes) -> bool:
    return data.startswith(b"SQLite format 3\x00")


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    cut, is_told = _what_is_missing(data), False
    for found in _tables(_openable(data), budget):
        if isinstance(found, Member):
            found, is_told = replace(found, cut=found.cut or cut), True
        yield found
    if cut is not None and not is_told:
        yield Skipped(cut)


def _what_is_missing(data: bytes) -> str | None:
    if _pages_missing(data):
        return "The file is cut off; the rows on the pages that are there were read."
    return _WITHOUT_JOURNAL if sqlite_journal.is_expected(data) else None


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big")
    return 65536 if size == 1 else max(size, 512)


def _pages_missing(data: bytes) -> bool:
    """Whether the file is shorter than it says."""
    return int.from_bytes(data[28:32], "big") * _page_size(data) > len(data)


def _openable(data: bytes) -> bytes:
    """The file with the number of the pages that are there, and without a word of a journal:
    SQLite opens no other in memory."""
    pages = min(int.from_bytes(data[28:32], "big"), max(1, len(data) // _page_size(data)))
    plain = sqlite_journal.without_journal(data)
    return plain[:28] + pages.to_bytes(4, "big") + plain[32:]


def _tables(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    import subprocess  # few uploads are databases, and it is slow to load

    seconds = max(0.1, min(budget.limits.seconds, budget.seconds_left))
    rows = max(0, budget.limits.rows - budget.rows)
    numbers = (rows, int(seconds + 1), budget.limits.memory + 2 * len(data))
    command = [sys.executable, "-I", "-S", str(_READER), LIBRARIES, *map(str, numbers)]
    with subprocess.Popen(  # noqa: S603 - our own module, and numbers
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        too_long = threading.Timer(seconds, process.kill)
        too_long.start()
        try:
            assert process.stdin is not None  # noqa: S101 - they were asked for
            assert process.stdout is not None  # noqa: S101
            with suppress(OSError):  # it ended before it had read all
                process.stdin.write(data)
                process.stdin.close()
            yield from _read(process.stdout, budget)
            process.wait()
        finally:
            too_long.cancel()
            process.kill()


def _read(output: IO[bytes], budget: Budget) -> Iterator[Member | Skipped]:
    """What the process says: a table, its rows, what it left; `end` at the end."""
    table, lines, rows = "", list[bytes](), list[str]()
    remarks: tuple[str, ...] = (_WRITTEN,)
    cut, is_ended = None, False
    try:
        for line in output:
            kind, _, rest = line.rstrip(b"\n").partition(b" ")
            if kind == b"row":
                row, _, text = rest.partition(b" ")
                budget.take(len(text) + 1)
                budget.rows += 1
                rows.append(row.decode())
                lines.append(text)
                continue
            if kind == b"cut":
                cut = str(json.loads(rest))
            elif kind in (b"table", b"end"):
                yield from _table(table, lines, rows, cut, remarks)
                if cut is not None and not lines:
                    yield Skipped(cut, (_step(table),) if table else ())
                remarks = () if lines else remarks
                table, lines, rows, cut = str(_name(rest)), [], [], None
                is_ended = kind == b"end"
            elif kind == b"left":
                name, reason = json.loads(rest)
                yield Skipped(reason, (_step(name),) if name else ())
    except OverBudget as error:
        cut = f"{error} The rows before that were read."
    if not is_ended:
        said = cut or (
            "Its reader was ended at its limit of time or memory; the rows before that were "
            "read, and the tables behind it were not."
        )
        if not rows:
            raise UnreadableUpload(f"This is {TITLE} that could not be read: {said}")
        yield from _table(table, lines, rows, said, remarks)


def _table(
    name: str, lines: list[bytes], rows: list[str], cut: str | None, remarks: tuple[str, ...]
) -> Iterator[Member]:
    if lines:
        text = b"\n".join(lines) + b"\n"
        yield Member(text, (_step(name),), rows, cut, remarks, TITLE)


def _name(text: bytes) -> Any:
    return json.loads(text) if text else ""


def _step(name: str) -> Step:
    shown = "".join(c if c.isprintable() else "�" for c in name)
    return Step("table", shown[:LONGEST_NAME])
