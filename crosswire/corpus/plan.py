"""What a run has to do, cut into tasks that know nothing of each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from crosswire.configuration import NO_SETTINGS, Lookup
from crosswire.corpus.out import UNDER_WAY, Out
from crosswire.corpus.places import LINES, TABLES, SourceFile, find_files, opened, opened_text
from crosswire.corpus.row import Wish
from crosswire.corpus.table import arrow
from crosswire.errors import CrosswireError
from crosswire.logs import LOGS
from crosswire.reading import Log, load

KEPT = "plan.json"
"""Holds the plan in the folder of a run."""
VERSION = 1
"""Of what is written; a run of another version is not gone on with."""
TASK_BYTES = 16_000_000
"""Text of a task, at most: some seconds of work, so that a death costs little."""
FEW_BYTES = 1_000_000
"""So little text is not cut, as a start costs something too."""
TASKS = 256
"""So many are wanted at least, so that no core waits long for the last one."""
TASK_PIECES = 500
_BLOCK = 1 << 20
_SAMPLE = 20
_UNFIT = ("broken-line", "skipped-document")
"""Notes on lines that are no part of a log which others are."""


class Piece(Struct, frozen=True):
    """Rows of one file that stand together."""

    file: SourceFile
    kind: str
    """`lines`, `table`, `file`."""
    start: int
    """The first byte; of a table, its first group of rows."""
    end: int
    first: int
    """The number of its first row, counted from 1."""


class Task(Struct, frozen=True):
    """What one process does at a time."""

    number: int
    pieces: list[Piece]


class Plan(Struct):
    """All tasks of a run."""

    wish: Wish
    files: list[SourceFile]
    left: dict[str, str]
    """Files of folders that are left out, with the reason: a key of `WORDS_OF_LEFT`."""
    tasks: list[Task]

    def identity(self) -> dict[str, Any]:
        """What tells it from another run."""
        return identity(self.wish, self.files)


def identity(wish: Wish, files: Iterable[SourceFile]) -> dict[str, Any]:
    """The same for runs that would write the same."""
    return {"version": VERSION, "wish": wish.record(), "files": [*files]}


class AnotherRun(CrosswireError):
    """The folder holds another run."""

    def __init__(self, out: Out) -> None:
        super().__init__(
            f"{out.at} holds a run of other options or settings, or of sources that have "
            "changed since. Take an empty folder."
        )


def planned(
    sources: Sequence[str], wish: Wish, out: Out, lookup: Lookup = NO_SETTINGS
) -> Plan:
    """The plan in a folder, or a new one, kept there; raises CrosswireError."""
    found = find_files(sources, lookup)
    if not found.files:
        raise CrosswireError("There is no file in these sources that a log might be in.")
    own = identity(wish, found.files)
    if out.has(KEPT):
        known = msgspec.json.decode(out.read(KEPT))
        if known["run"] != msgspec.to_builtins(own):
            raise AnotherRun(out)
        tasks = msgspec.convert(known["tasks"], list[Task])
    elif {*out.names()} - {UNDER_WAY}:
        raise CrosswireError(f"{out.at} is not empty. Take an empty folder.")
    else:
        tasks = _tasks(found.files, wish)
        out.write(KEPT, msgspec.json.encode({"run": own, "tasks": tasks}))
    return Plan(wish, found.files, found.left, tasks)


def _tasks(files: Sequence[SourceFile], wish: Wish) -> list[Task]:
    wanted = min(TASK_BYTES, max(FEW_BYTES, sum(file.size for file in files) // TASKS))
    tasks, size, held = list[Task](), 0, list[Piece]()
    for piece in (piece for file in files for piece in pieces_of(file, wish, wanted)):
        held.append(piece)
        size += piece.end - piece.start if piece.kind == "lines" else piece.file.size
        if size >= wanted or len(held) >= TASK_PIECES:
            tasks.append(Task(len(tasks), held))
            size, held = 0, []
    return [*tasks, Task(len(tasks), held)] if held else tasks


def pieces_of(file: SourceFile, wish: Wish, wanted: int = TASK_BYTES) -> Iterator[Piece]:
    """A file in pieces of about the wanted bytes; none of an empty one."""
    if file.ending in TABLES:
        yield from _of_table(file)
    elif file.ending in LINES and _are_rows(file, wish):
        if file.packing:  # its bytes cannot be sought
            yield Piece(file, "lines", 0, file.size, 1)
        else:
            yield from _of_lines(file, wanted)
    else:
        yield Piece(file, "file", 0, file.size, 1)


def _are_rows(file: SourceFile, wish: Wish) -> bool:
    """Whether each line is a log by itself. Where nobody says so, the first lines are read:
    they are one log where a conversation is of several of them, or is all of a program's."""
    if wish.rows != "auto":
        return wish.rows == "lines"
    with opened_text(file) as text:
        sample = list(islice(iter(lambda: text.readline(wish.max_row_bytes), b""), _SAMPLE))
    try:
        log = load(b"".join(sample), format=wish.format)
    except CrosswireError:
        return True
    if any(
        len({one.address.split(":")[0] for one in each.messages}) > 1
        for each in log.conversations
    ):
        return False
    return len(sample) < 2 or not _is_session(log)


def _is_session(log: Log) -> bool:
    if len(log.conversations) != 1:
        return False
    (only,) = log.conversations
    notes = {note.code for note in (*log.notes, *only.notes)}
    program = LOGS[only.format].TRAITS.program if only.format in LOGS else ""
    return bool(program) and notes.isdisjoint(_UNFIT)


def _of_lines(file: SourceFile, wanted: int) -> Iterator[Piece]:
    """Cut behind line ends, with the number of each first line."""
    start = place = 0
    first = line = 1
    with opened(file.path) as text:
        while block := text.read(_BLOCK):
            cut = block.find(b"\n") + 1 if place - start >= wanted else 0
            if cut:
                yield Piece(file, "lines", start, place + cut, first)
                start, first = place + cut, line + 1
            line += block.count(b"\n")
            place += len(block)
    if place > start:
        yield Piece(file, "lines", start, place, first)


def _of_table(file: SourceFile) -> Iterator[Piece]:
    first = 1
    with opened(file.path) as raw:
        try:
            about = arrow("pyarrow.parquet").ParquetFile(raw).metadata
        except ValueError as error:  # all that is wrong with a file is one of these to pyarrow
            message = f"{file.path} is no Parquet file that can be read: {error} Leave it out."
            raise CrosswireError(message) from error
        for group in range(about.num_row_groups):
            yield Piece(file, "table", group, group + 1, first)
            first += about.row_group(group).num_rows
