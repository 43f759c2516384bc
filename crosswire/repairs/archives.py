"""An archive with several of its files mended, or with those of one conversation that stands
in many files; all others are as they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from crosswire.containers import DEFAULT_LIMITS, OpenedFile, repacked
from crosswire.containers.origin import Step
from crosswire.errors import CannotExport, UnreadableUpload
from crosswire.exports import patched_lines, patched_text
from crosswire.model import JsonValue
from crosswire.reading.loading import Log
from crosswire.repairs.file_repair import FileRepair

Path: TypeAlias = tuple[Step, ...]
_JOURNALS = ("-wal", "-shm")
"""What SQLite keeps beside a database, and what a new one must not be read with."""


def archive_with(data: bytes, files: Sequence[tuple[Path, bytes | None]]) -> bytes:
    """The upload with these files in it; raises CannotExport where they cannot be put back.

    `data` are the bytes of the upload.
    """
    try:
        return repacked(data, dict(files), DEFAULT_LIMITS)
    except UnreadableUpload as fault:
        raise CannotExport(f"{fault} Unpack it, and repair each file.") from fault


def files_of(log: Log, file: FileRepair) -> list[OpenedFile]:
    """The files of an archive in which the documents of a repair stand."""
    return [one for one in log.files if file.first <= one.first < file.behind]


def path_of(file: OpenedFile) -> Path:
    """The way to a file; to the database of a table."""
    return tuple(step for step in file.origin.steps if step.kind == "member")


def of_database(path: Path, data: bytes) -> Iterator[tuple[Path, bytes | None]]:
    """A new database in place of one, without the journals of that."""
    yield path, data
    for ending in _JOURNALS if path else ():
        yield (*path[:-1], replace(path[-1], name=f"{path[-1].name}{ending}")), None


def pieces_of(log: Log, file: FileRepair) -> Iterator[tuple[Path, bytes | None]]:
    """Of documents that stand in many files: those files that a repair changed."""
    if log.text is None or not file.is_in_place or None in file.origins:
        raise CannotExport("What is new would be a file of its own, which its program writes.")
    now = dict(zip(file.origins, file.own, strict=True))
    before = file.conversations[0].own_documents
    for one in files_of(log, file):
        first = one.first - file.first
        own = before[first : first + one.count]
        left = {n: now[first + n] for n in range(one.count) if first + n in now}
        if len(left) < len(own) or any(left[n] is not value for n, value in enumerate(own)):
            text = log.text[one.start : one.end]
            yield path_of(one), _written(one, text, own, left)


def _written(
    one: OpenedFile, text: bytes, before: Sequence[JsonValue], left: Mapping[int, JsonValue]
) -> bytes | None:
    """A file with the documents that are left of it; None where none is."""
    after = list(left.values())
    if not after:
        return None
    if one.opened.container == "json":
        return patched_text(text, before[0], after[0])
    if one.opened.container == "jsonl":
        return patched_lines(text, before, after, one.opened.lines, list(left))
    raise CannotExport("Only JSON and JSON Lines can be changed in place.")
