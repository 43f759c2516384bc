"""Does a task: reads its rows, and writes what becomes of them as one part of the run.

A part is there whole or not at all: its table gets its name last, when all is written. So a
run that ended anywhere is gone on with by doing the tasks that have no part.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from crosswire.corpus.outcomes import outcome_of
from crosswire.corpus.places import name_of
from crosswire.corpus.plan import Task
from crosswire.corpus.reading_rows import rows_of
from crosswire.corpus.row import Outcome, Row, Wish
from crosswire.corpus.summary import Summary
from crosswire.corpus.table import arrow, schema, to_table

SUMMARY = b"crosswire.summary"
_RECORDS_AT_ONCE = 500


class Parts(Struct, frozen=True):
    """Where the parts of a run are."""

    folder: Path

    def table(self, number: int) -> Path:
        return self.folder / "parts" / f"part-{number:06}.parquet"

    def lines(self, number: int) -> Path:
        return self.folder / "parts" / f"part-{number:06}.jsonl"

    def mark(self, number: int) -> Path:
        """Holds the row that is worked on, while a process does the task."""
        return self.folder / "parts" / f"part-{number:06}.at"

    def write_file(self, row: Row, outcome: Outcome) -> None:
        """Keep what became of a row that is a file, under a name that its record has."""
        if outcome.file is None:
            return
        marked = sha256(row.source.encode("utf-8", "surrogateescape")).hexdigest()[:12]
        name = f"{marked}-{name_of(row.source)}"
        (self.folder / "files").mkdir(exist_ok=True)
        (self.folder / "files" / name).write_bytes(outcome.file)
        for record in outcome.records:
            record["file"] = name


def do_task(task: Task, wish: Wish, parts: Parts, left: Collection[int] = ()) -> None:
    """Write the part of a task; rows of it that are `left` (counted from 0) are not looked
    at."""
    table, lines = parts.table(task.number), parts.lines(task.number)
    new_table, new_lines = table.with_suffix(".new"), lines.with_suffix(".lines-new")
    summary, records = Summary(), list[dict[str, Any]]()
    with (
        parts.mark(task.number).open("wb", buffering=0) as mark,
        new_lines.open("wb") as out,
        arrow("pyarrow.parquet").ParquetWriter(
            new_table, schema(wish.verb), compression="zstd"
        ) as writer,
    ):
        output = _Lines(out)
        for row in _marked(task, wish, mark, left):
            outcome = outcome_of(row, wish)
            output.write(outcome)
            parts.write_file(row, outcome)
            records += outcome.records
            summary.add(row.source, outcome.records)
            if len(records) >= _RECORDS_AT_ONCE:
                writer.write_table(to_table(records, wish.verb))
                records = []
        writer.write_table(to_table(records, wish.verb))
        writer.add_key_value_metadata({SUMMARY: summary.as_bytes()})
    if output.number:
        new_lines.replace(lines)
    else:
        new_lines.unlink()
    new_table.replace(table)
    parts.mark(task.number).unlink()


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


def summary_of(path: Path) -> Summary:
    """The summary that a part carries."""
    metadata = arrow("pyarrow.parquet").read_metadata(path).metadata
    return Summary.of_bytes(metadata[SUMMARY])


def in_process(task: bytes, wish: Wish, folder: Path, left: Collection[int]) -> None:
    """What a process does; a fault that is not of one row ends it with a word and code 3."""
    try:
        do_task(msgspec.json.decode(task, type=Task), wish, Parts(folder), left)
    except Exception as error:
        sys.stderr.write(f"crosswire: {type(error).__name__}: {error}\n")
        raise SystemExit(3) from error
