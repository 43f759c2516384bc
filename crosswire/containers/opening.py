"""Opens an upload that is packed: its files, each by its own container, under one numbering of
documents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from crosswire.address import renumbered
from crosswire.containers import plain_file
from crosswire.containers.foreign_bytes import NotText
from crosswire.containers.opened import CUT, SEVERAL, SKIPPED, Opened, OpenedFile, shortened
from crosswire.containers.origin import Origin
from crosswire.containers.wrappers import Left, UnpackLimits, Unwrapped, unwrap, wrapper_of
from crosswire.errors import OnlyAnError, UnreadableUpload
from crosswire.model import JsonValue, Note

MOST_NAMED = 3
"""Files that a refusal names."""


@dataclass(slots=True)
class _Gathered:
    """What was opened so far."""

    files: list[OpenedFile] = field(default_factory=list)
    documents: list[JsonValue] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    left: list[tuple[Origin, UnreadableUpload]] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    size: int = 0


def open_wrapped(data: bytes, limits: UnpackLimits) -> Opened:
    """The documents of all files; raises UnreadableUpload where no file has one."""
    gathered = _Gathered()
    for found in unwrap(data, limits):
        if isinstance(found, Left):
            gathered.left.append((found.origin, UnreadableUpload(found.reason)))
        else:
            _add(found, gathered)
    if not gathered.files:
        raise _refusal(data, gathered)
    left = [Note(SKIPPED, _told(origin, str(fault))) for origin, fault in gathered.left]
    notes = shortened(gathered.notes + left)
    text = b"".join(gathered.pieces)
    if len(gathered.files) > 1:
        errors = [error for file in gathered.files for error in file.opened.errors]
        return Opened(
            SEVERAL, gathered.documents, notes, None, None, errors, 0, text, gathered.files
        )
    return replace(gathered.files[0].opened, notes=notes, text=text, files=gathered.files)


def _add(found: Unwrapped, into: _Gathered) -> None:
    """Open a file, and note what it has to say."""
    member, origin = found.member, found.origin
    try:
        opened = plain_file.open(member.data)
    except UnreadableUpload as fault:
        into.left.append((origin, fault))
        return
    opened.first = len(into.documents)
    said = [Note(CUT, member.cut)] if member.cut is not None else []
    said += [Note("unpacked", remark) for remark in member.remarks]
    notes = []
    for note in (*said, *opened.notes):
        at = None if note.address is None else renumbered(note.address, opened.first)
        notes.append(Note(note.code, _told(origin, note.message), at))
    opened.notes = notes
    into.notes += notes
    into.documents += opened.documents
    if into.pieces and not into.pieces[-1].endswith(b"\n"):
        into.pieces.append(b"\n")
        into.size += 1
    start, into.size = into.size, into.size + len(member.data)
    into.files.append(OpenedFile(origin, opened, start, into.size, member.rows))
    into.pieces.append(member.data)


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
