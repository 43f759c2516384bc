"""Does a task: reads its rows, and writes what becomes of them as one part of the run.

A part is there whole or not at all: its table gets its name last, when all is written. So a
run that ended anywhere is gone on with by doing the tasks that have no part. Each attempt at a
task writes files of its own, as one that is taken for dead may still be writing: on a cluster
the machine may only be out of reach.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import rmtree
from typing import IO, Any
from uuid import uuid4

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from crosswire.corpus.out import Out
from crosswire.corpus.outcomes import outcome_of
from crosswire.corpus.places import name_of, opened
from crosswire.corpus.plan import Task
from crosswire.corpus.reading_rows import rows_of
from crosswire.corpus.row import Outcome, Row, Wish
from crosswire.corpus.summary import Summary
from crosswire.corpus.table import arrow, schema, to_table
from crosswire.errors import CrosswireError

SUMMARY = b"crosswire.summary"
TRIES = 2
"""How often a row may be the one at which an attempt ends, before it is left."""
_RECORDS_AT_ONCE = 500
_NO_ROW = -1


class Stopped(CrosswireError):
    """A run that cannot go on; what is done is kept."""

    def __init__(self, why: str = "") -> None:
        super().__init__(f"{why} The run stopped. The same command goes on with it.".strip())


class CannotGoOn(CrosswireError):
    """Attempts at a task end, and no row is known that could be left."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"What does task {number} came to its end again and again, without a word, and no "
            "row of it is known to be the reason."
        )


class _Attempt(Struct, frozen=True):
    """The files of one attempt at a task."""

    folder: Path
    out: Out

    @property
    def mark(self) -> Path:
        """Holds the row that is worked on, counted from 0."""
        return self.folder / "at"

    @property
    def table(self) -> Path:
        return self.folder / "table"

    @property
    def lines(self) -> Path:
        return self.folder / "lines"

    def write_file(self, row: Row, outcome: Outcome) -> None:
        """Keep what became of a row that is a file, under a name that its record has."""
        if outcome.file is None:
            return
        marked = sha256(row.source.encode("utf-8", "surrogateescape")).hexdigest()[:12]
        name = f"{marked}-{name_of(row.source)}"
        self.out.write(f"files/{name}", outcome.file)
        for record in outcome.records:
            record["file"] = name


def do_task(task: Task, wish: Wish, out: Out) -> None:
    """Write the part of a task, if it is not there; raises OSError, CrosswireError. Rows at
    which attempts came to their end are not looked at."""
    if out.has(out.table(task.number)):
        return
    attempts = out.attempts(task.number)
    left = _left(attempts, task.number)
    attempt = _Attempt(attempts / uuid4().hex, out)
    attempt.folder.mkdir(parents=True)
    if _write(task, wish, attempt, left):
        out.put(out.lines(task.number), attempt.lines)
    out.put(out.table(task.number), attempt.table)
    rmtree(attempt.folder, ignore_errors=True)


def _left(attempts: Path, number: int) -> Collection[int]:
    """The rows at which earlier attempts ended too often; raises CannotGoOn."""
    marks = [mark.read_bytes() for mark in attempts.glob("*/at")]
    ends = Counter(int.from_bytes(mark) if mark else _NO_ROW for mark in marks)
    if ends[_NO_ROW] >= TRIES or any(times > TRIES for times in ends.values()):
        raise CannotGoOn(number)
    return [row for row, times in ends.items() if times >= TRIES]


def _write(task: Task, wish: Wish, attempt: _Attempt, left: Collection[int]) -> int:
    """Write what becomes of the rows; gives the number of lines."""
    summary, records = Summary(), list[dict[str, Any]]()
    with (
        attempt.mark.open("wb", buffering=0) as mark,
        attempt.lines.open("wb") as out,
        arrow("pyarrow.parquet").ParquetWriter(
            attempt.table, schema(wish.verb), compression="zstd"
        ) as writer,
    ):
        output = _Lines(out)
        for row in _marked(task, wish, mark, left):
            outcome = outcome_of(row, wish)
            output.write(outcome)
            attempt.write_file(row, outcome)
            records += outcome.records
            summary.add(row.source, outcome.records)
            if len(records) >= _RECORDS_AT_ONCE:
                writer.write_table(to_table(records, wish.verb))
                records = []
        writer.write_table(to_table(records, wish.verb))
        writer.add_key_value_metadata({SUMMARY: summary.as_bytes()})
    return output.number


def _marked(task: Task, wish: Wish, mark: IO[bytes], left: Collection[int]) -> Iterator[Row]:
    """The rows, each marked before it is worked on."""
    number = 0
    for piece in task.pieces:
        for row in rows_of(piece, wish):
            mark.seek(0)
            mark.write(number.to_bytes(8))
            yield replace(row, refused="ended", text=b"") if number in left else row
            number += 1


class _Lines:
    """What is written of the rows, a line each; records name their line."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self.number = 0

    def write(self, outcome: Outcome) -> None:
        for record in outcome.records:
            if "line" in record:
                record["line"] += self.number
        for text in outcome.written:
            self._out.write(text + b"\n")
        self.number += len(outcome.written)


def summary_of(out: Out, number: int) -> Summary:
    """The summary that a part carries."""
    with opened(out.place(out.table(number))) as table:
        metadata = arrow("pyarrow.parquet").read_metadata(table).metadata
    return Summary.of_bytes(metadata[SUMMARY])


def in_process(pipe: Connection, wish: Wish, out: Out) -> None:
    """What a process does with the task that it is given; a fault that is not of one row ends
    it with a word and code 3."""
    try:
        do_task(msgspec.json.decode(pipe.recv_bytes(), type=Task), wish, out)
    except Exception as error:
        sys.stderr.write(f"crosswire: {said(error)}\n")
        raise SystemExit(3) from error


def said(error: Exception) -> str:
    """What stops a run, in words."""
    is_told = isinstance(error, CrosswireError)
    return str(error) if is_told else f"{type(error).__name__}: {error}"
