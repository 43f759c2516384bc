"""The file that was given, mended: what no change names stays to the byte."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from crosswire.address import document_of
from crosswire.containers import json_document
from crosswire.errors import CannotExport
from crosswire.exports import patched_lines, patched_text
from crosswire.model import JsonValue
from crosswire.reading.loading import Log
from crosswire.repairs.change import Missing, Repaired
from crosswire.repairs.file_repair import FileRepair
from crosswire.repairs.options import Only
from crosswire.repairs.repairing import repair
from crosswire.repairs.unread_lines import tie_past

_NO_DATABASE = (
    "This is a database, and no database is written. Export the session with the program that "
    "keeps it, and repair the file that it exports."
)
_COMMENTS = (b"//", b"#")


@dataclass(slots=True)
class MendedFile:
    """A file after the repair of all its conversations."""

    data: bytes
    repaired: list[Repaired]
    """Of each conversation, in order."""
    documents: Sequence[JsonValue] = ()
    """What the file holds now."""
    is_own: bool = True
    """False where it is no longer the file that was given, but the request that its messages
    would make, or the log of a paste."""
    lines_left_out: list[int] = field(default_factory=list)
    """Of JSON Lines, the lines that are no JSON, from 1: no program reads them, and many stop
    there."""

    unpacked: str | None = None
    """Of a packed upload, the path of the file in it that `data` is, empty where it has none;
    None where `data` is the upload."""

    @property
    def is_changed(self) -> bool:
        return bool(self.lines_left_out) or any(one.changes for one in self.repaired)


def mend(
    log: Log,
    data: bytes,
    *,
    only: Collection[Only] | None = None,
    missing: Missing = "leave",
) -> MendedFile:
    """Mend the file that a log was read from, and give it back as its program wrote it: the
    same lines in the same bytes, but for those that the changes name.

    `data` are the bytes of the upload; of an archive the one file
    with conversations is mended. `only` and `missing` are those of `repair`. Raises
    CannotExport where conversations stand in several files, and where rows of a database would
    change.
    """
    files = {one.documents_before for one in log.conversations}
    if len(files) > 1:
        raise CannotExport(
            f"It holds {len(files)} files with conversations. Unpack it, and repair each."
        )
    if not log.conversations:
        return MendedFile(data, [])
    file = FileRepair(log.conversations)
    file.run(lambda one: repair(one, only=only, missing=missing))
    mended = _written(log, text_of(log, data), file, is_whole=only is None)
    origin = log.origin_of(log.conversations[0].documents_before)
    if mended.is_changed and any(step.kind == "table" for step in origin.steps):
        raise CannotExport(_NO_DATABASE)
    mended.unpacked = None if log.text is None else origin.path
    return mended


def mended_text(log: Log, data: bytes, repaired: Repaired) -> bytes:
    """The file of one conversation after its repair; what cannot be put into its text is
    written anew. `data` are the bytes of the upload."""
    own = repaired.conversation.own_documents
    if not repaired.changes:
        return text_of(log, data)
    if repaired.rendering is not None:
        return _anew(own)
    try:
        return put_in(log, data, repaired)
    except CannotExport:
        in_lines = log.conversations[0].container == "jsonl"
        return _anew(own, in_lines=in_lines)


def put_in(log: Log, data: bytes, repaired: Repaired) -> bytes:
    """The text of its file with the changes of one conversation put in; raises CannotExport
    where they cannot be."""
    if repaired.rendering is not None:
        raise CannotExport("The fix is the request that this log makes, and no text of it.")
    one = repaired.conversation
    first, found = one.documents_before, repaired.origins_of_documents
    count = len(one.own_documents)
    origins: list[int | None] = list(range(count))
    if found is not None:
        origins = [None if at is None else document_of(at) - first for at in found]
    return _in_place(log, text_of(log, data), one.own_documents, origins)


def text_of(log: Log, data: bytes) -> bytes:
    """The text of the file with the conversations: the upload, or the one of what it packs."""
    return data if log.text is None else log.file_text(log.conversations[0])


def _written(log: Log, text: bytes, file: FileRepair, *, is_whole: bool) -> MendedFile:
    container = log.conversations[0].container
    broken = _broken(text, _lines(log)) if container == "jsonl" and is_whole else []
    if broken and file.is_in_place:
        tie_past(broken, _lines(log) or (), file)
    mended = MendedFile(text, file.repaired, file.own, lines_left_out=broken)
    if container == "pasted":
        mended.is_own = False
        mended.data = _anew(file.own)
    elif mended.is_changed:
        mended.is_own = file.is_in_place
        mended.data = _changed(log, text, file, broken) if mended.is_own else _anew(file.own)
    return mended


def _changed(log: Log, text: bytes, file: FileRepair, broken: list[int]) -> bytes:
    """The text with the changes put in; where that cannot be, the documents written anew."""
    try:
        return _in_place(log, text, file.own, file.origins, broken)
    except CannotExport:
        in_lines = log.conversations[0].container == "jsonl"
        return _anew(file.own, in_lines=in_lines)


def _in_place(
    log: Log,
    text: bytes,
    own: Sequence[JsonValue],
    origins: Sequence[int | None],
    broken: Collection[int] = (),
) -> bytes:
    """The same; raises CannotExport where they cannot be put in."""
    one = log.conversations[0]
    if one.container == "jsonl":
        return patched_lines(text, one.own_documents, own, _lines(log), origins, broken)
    if one.container == "json" and len(one.own_documents) == len(own) == 1:
        return patched_text(text, one.own_documents[0], own[0])
    raise CannotExport("Only JSON and JSON Lines can be changed in place.")


def _lines(log: Log) -> list[int] | None:
    """The line of each document in the text of the file."""
    if log.files:
        file = log.file_of(log.conversations[0].documents_before)
        return None if file is None else file.opened.lines
    return log.lines


def _broken(text: bytes, lines: list[int] | None) -> list[int]:
    """The lines that hold something and are no document, without comments."""
    known = set(lines or ())
    rows = enumerate(text.split(b"\n"), 1)
    others = ((number, row.strip()) for number, row in rows if number not in known)
    return [number for number, row in others if row and not row.startswith(_COMMENTS)]


def _anew(documents: Sequence[JsonValue], *, in_lines: bool = False) -> bytes:
    """One document with indents; several, or JSON Lines, a line each."""
    if len(documents) == 1 and not in_lines:
        return json_document.write(documents[0], indent=True) + b"\n"
    return b"".join(json_document.write(document) + b"\n" for document in documents)
