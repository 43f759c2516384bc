"""A dump of a database as SQL: the rows that it puts into its tables, each as one JSON object.

A dump is a program. It is not run: rows are what `INSERT` and `COPY` say in literals, and what
else the program does is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from msgspec import Struct, field

from crosswire.containers.origin import LONGEST_NAME, Step
from crosswire.containers.wrappers.budget import Budget, OverBudget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.containers.wrappers.sql_statements import Statement, Value, statements
from crosswire.containers.wrappers.sql_tokens import Dump
from crosswire.counting import counted
from crosswire.errors import UnreadableUpload

NAME = "sql-dump"
TITLE = "a dump of a database as SQL"
_BEGIN = re.compile(
    rb"(?:\xef\xbb\xbf)?"
    rb"(?:\s|--[^\n]*\n|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/;?|\\restrict [^\n]*\n)*"
    rb"(?:create\s+(?:table|schema|database|type|extension|temp)|insert\s+(?:or\s+\w+\s+)?into\s"
    rb"|replace\s+into\s|pragma\s+\w|begin(?:\s+transaction)?\s*;|start\s+transaction\s*;"
    rb"|set\s+[\w.]+\s*(?:=|to\s)|drop\s+(?:table|database)\s|use\s+[`\w]+\s*;|copy\s+[\w.\"]+\s"
    rb"|lock\s+tables\s|delimiter\s)",
    re.IGNORECASE,
)
_ROWS = re.compile(
    rb"^[ \t]*(?:(?:insert|replace)\s+(?:\w+\s+){0,3}?into\s+[\w.\"`\[\]]+\s*"
    rb"(?:\([^()]*\)\s*)?(?:overriding\s+\w+\s+value\s+)?values"
    rb"|copy\s[^\n;]*?\sfrom\s+stdin)",
    re.IGNORECASE | re.MULTILINE,
)
_OF_THE_DATABASE = ("sqlite_", "pg_catalog", "information_schema")
_WRITTEN = "The lines that are shown were written from the rows that it puts into its tables."
_NOT_RUN = (
    "It changes or deletes rows ({words}), which is not run: {count:,} of its statements were "
    "passed over, so that rows may be others in the database."
)
_CUT = "The dump ends in the middle of a statement; the rows before that were read."
_MANY = "It has more rows than are read of one database; these are the first."


def fits(data: bytes) -> bool:
    """Whether it begins as a dump does, and has a statement that puts rows in."""
    return _BEGIN.match(data) is not None and _ROWS.search(data) is not None


class _Table(Struct):
    columns: list[str] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    left_cells: int = 0


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        message = f"This is {TITLE}, and byte {fault.start + 1} of it is no UTF-8."
        raise UnreadableUpload(message, offset=fault.start) from fault
    reader = _Reader(budget)
    reader.read(text)
    yield from reader.members()


class _Reader:
    def __init__(self, budget: Budget) -> None:
        # Cells are written as those of a database; few uploads need what loads SQLite.
        from crosswire.containers.wrappers import sqlite_process

        self._cells = sqlite_process
        self._budget = budget
        self._tables: dict[str, _Table] = {}
        self._not_run: dict[str, int] = {}
        self._cut: str | None = None

    def read(self, text: str) -> None:
        try:
            for statement in statements(Dump(text, lambda: self._budget.take(0))):
                self._add(statement)
        except OverBudget as error:
            self._cut = f"{error} The rows before that were read."

    def _add(self, one: Statement) -> None:
        if one.kind == "cut":
            self._cut = _CUT
        elif one.kind == "changes":
            word = one.table.upper()
            self._not_run[word] = self._not_run.get(word, 0) + 1
        elif not one.table.startswith(_OF_THE_DATABASE) and self._has_room(one.table):
            table = self._tables.setdefault(one.table, _Table())
            if one.kind == "table":
                table.columns = one.columns
            for row in one.rows:
                self._add_row(table, one.columns or table.columns, row)

    def _has_room(self, table: str) -> bool:
        return table in self._tables or len(self._tables) < self._cells.MAX_TABLES

    def _add_row(self, table: _Table, columns: list[str], row: list[Value]) -> None:
        if self._budget.rows >= self._budget.limits.rows:
            raise OverBudget(_MANY)
        fields = []
        for number, value in enumerate(row[: self._cells.MAX_COLUMNS]):
            name = columns[number] if number < len(columns) else f"column {number + 1}"
            text = None if value is NotImplemented else self._cells.as_json(value)
            if text is None:
                table.left_cells += 1
            else:
                fields.append(f"{json.dumps(name)}: {text}")
        line = f"{{{', '.join(fields)}}}".encode("utf-8", "replace")
        self._budget.rows += 1
        self._budget.take(len(line) + 1)
        table.lines.append(line)

    def members(self) -> Iterator[Member | Skipped]:
        remarks: tuple[str, ...] = (_WRITTEN,)
        cut = self._cut
        if self._not_run:
            told = _NOT_RUN.format(
                words=", ".join(self._not_run), count=sum(self._not_run.values())
            )
            cut = told if cut is None else f"{cut} {told}"
        for name, table in self._tables.items():
            step = _step(name)
            if table.left_cells:
                cells = counted(table.left_cells, "cell of it holds", "cells of it hold")
                what = "bytes that are no text, or what has to be computed."
                yield Skipped(f"{cells} {what}", (step,))
            if table.lines:
                rows = [str(number) for number in range(1, len(table.lines) + 1)]
                data = b"\n".join(table.lines) + b"\n"
                yield Member(data, (step,), rows, cut, remarks, TITLE)
                remarks = ()


def _step(name: str) -> Step:
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return Step("table", shown[:LONGEST_NAME])
