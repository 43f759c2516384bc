"""Opens an upload that is packed: its files, each by its own container, under one numbering of
documents."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.address import renumbered
from crosswire.containers import plain_file
from crosswire.containers.foreign_bytes import NotText
from crosswire.containers.opened import (
    CUT,
    SEVERAL,
    SKIPPED,
    UNPACKED,
    Opened,
    OpenedFile,
    shortened,
)
from crosswire.containers.origin import Origin, Step
from crosswire.containers.repeats import Repeated
from crosswire.containers.wrappers import Left, UnpackLimits, Unwrapped, unwrap, wrapper_of
from crosswire.containers.wrappers.protocol import Member
from crosswire.errors import OnlyAnError, UnreadableUpload
from crosswire.model import JsonValue, Note

MOST_NAMED = 3
"""Files that a refusal names."""


Mark: TypeAlias = dict[str, Any]
"""Where a file stands in the text of a packed upload, as JSON that can be stored."""


class _Gathered(Struct):
    """What was opened so far."""

    repeats: Sequence[Repeated]
    files: list[OpenedFile] = field(default_factory=list)
    documents: list[JsonValue] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    left: list[tuple[Origin, UnreadableUpload]] = field(default_factory=list)
    text: BytesIO = field(default_factory=BytesIO)
    """The texts of the files; what it gives in the end is no copy."""
    ends_line: bool = True


def open_wrapped(
    data: bytes, limits: UnpackLimits, repeats: Sequence[Repeated] = ()
) -> Opened:
    """The documents of all files; raises UnreadableUpload where no file has one."""
    gathered = _Gathered(repeats)
    for found in unwrap(data, limits):
        if isinstance(found, Left):
            gathered.left.append((found.origin, UnreadableUpload(found.reason)))
        else:
            _add(found, gathered)
    if not gathered.files:
        raise _refusal(data, gathered)
    return _opened(gathered, gathered.text.getvalue())


def _opened(gathered: _Gathered, text: bytes) -> Opened:
    left = [Note(SKIPPED, _told(origin, str(fault))) for origin, fault in gathered.left]
    notes = shortened(gathered.notes + left)
    if len(gathered.files) > 1:
        errors = [error for file in gathered.files for error in file.opened.errors]
        return Opened(
            SEVERAL, gathered.documents, notes, None, None, errors, 0, text, gathered.files
        )
    return replace(gathered.files[0].opened, notes=notes, text=text, files=gathered.files)


def open_marked(
    text: bytes, marks: Sequence[Mark], repeats: Sequence[Repeated] = ()
) -> Opened:
    """Open the text of a packed upload again, by the marks that `marks_of` made of its
    files."""
    gathered = _Gathered(repeats)
    for mark in marks:
        start, end, rows, cut = (mark.get(key) for key in ("start", "end", "rows", "cut"))
        steps = tuple(Step(*packed) for packed in mark["steps"])
        rows = None if rows is None else _rows_of(rows)
        written_from = mark.get("written_from", "")
        member = Member(text[start:end], (), rows, cut, written_from=written_from)
        _add(Unwrapped(Origin(steps), member), gathered)
    if not gathered.files:
        raise _refusal(text, gathered)
    return _opened(gathered, text)


def marks_of(files: Sequence[OpenedFile]) -> list[Mark]:
    """Where the files stand in the text, as JSON: what opening it again needs."""
    return [
        {
            "start": file.start,
            "end": file.end,
            "steps": [step.packed() for step in file.origin.steps],
            "rows": None if file.rows is None else _runs(file.rows),
            "cut": file.opened.cut,
            "written_from": file.opened.written_from,
            "first": file.first,
            "count": file.count,
            "container": file.opened.container,
        }
        for file in files
    ]


def origin_in(mark: Mark, document: int, line: int | None = None) -> Origin:
    """Where a document of a marked file came from; `line` counts in the file."""
    origin = Origin(tuple(Step(*packed) for packed in mark["steps"]))
    if mark["rows"] is not None:
        return origin.then(Step("row", _rows_of(mark["rows"])[document - mark["first"]]))
    return origin if line is None else origin.then(Step("line", str(line)))


def _runs(rows: Sequence[str]) -> list[list[int] | str]:
    """Ids of rows; those that count on are written as the first and how many they are."""
    runs: list[list[int] | str] = []
    for row in rows:
        number = int(row) if row.lstrip("-").isdecimal() else None
        last = runs[-1] if runs else None
        if number is None:
            runs.append(row)
        elif isinstance(last, list) and number == last[0] + last[1]:
            last[1] += 1
        else:
            runs.append([number, 1])
    return runs


def _rows_of(runs: Sequence[Any]) -> list[str]:
    rows: list[str] = []
    for run in runs:
        rows += [run] if isinstance(run, str) else map(str, range(run[0], run[0] + run[1]))
    return rows


def _add(found: Unwrapped, into: _Gathered) -> None:
    """Open a file, and note what it has to say."""
    member, origin = found.member, found.origin
    try:
        opened = plain_file.open(member.data, into.repeats)
    except UnreadableUpload as fault:
        into.left.append((origin, fault))
        return
    opened.first, opened.cut = len(into.documents), member.cut
    opened.written_from = member.written_from
    said = [Note(CUT, member.cut)] if member.cut is not None else []
    said += [Note(UNPACKED, remark) for remark in member.remarks]
    notes = []
    for note in (*said, *opened.notes):
        at = None if note.address is None else renumbered(note.address, opened.first)
        notes.append(Note(note.code, _told(origin, note.message), at))
    opened.notes = notes
    into.notes += notes
    into.documents += opened.documents
    if not into.ends_line:
        into.text.write(b"\n")
    start = into.text.tell()
    into.text.write(member.data)
    into.ends_line = member.data.endswith(b"\n")
    end = into.text.tell()
    into.files.append(OpenedFile(origin, opened, start, end, member.rows))


def _told(origin: Origin, message: str) -> str:
    return f"{origin.file}: {message}" if origin.file else message


def _refusal(data: bytes, gathered: _Gathered) -> UnreadableUpload:
    """Why there is nothing in it."""
    wrapper = wrapper_of(data)
    title = "an upload" if wrapper is None else wrapper.TITLE
    if len(gathered.left) == 1:
        origin, fault = gathered.left[0]
        if isinstance(fault, OnlyAnError):
            return fault
        kind = NotText if isinstance(fault, NotText) else UnreadableUpload
        return kind(f"This is {title}. {_told(origin, str(fault))}")
    told = " ".join(_told(*one) for one in _named(gathered))
    more = len(gathered.left) - MOST_NAMED
    rest = f" And {more} more." if more > 0 else ""
    return UnreadableUpload(
        f"This is {title} with {len(gathered.left)} files, and no log was found in any. "
        f"{told}{rest}"
    )


def _named(gathered: _Gathered) -> list[tuple[Origin, str]]:
    return [(origin, str(fault)) for origin, fault in gathered.left[:MOST_NAMED]]
