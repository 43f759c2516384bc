"""The file that was given, mended: what no change names stays to the byte."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from msgspec import Struct, field

from crosswire.address import document_of
from crosswire.containers import is_wrapped, json_document
from crosswire.errors import CannotExport
from crosswire.exports import patched_lines, patched_text
from crosswire.model import Conversation, JsonValue
from crosswire.reading.loading import Log
from crosswire.repairs.archives import (
    Path,
    archive_with,
    files_of,
    of_database,
    path_of,
    pieces_of,
)
from crosswire.repairs.change import Missing, Repaired
from crosswire.repairs.databases import is_of_rows, mended_database
from crosswire.repairs.file_repair import FileRepair
from crosswire.repairs.for_provider import repair
from crosswire.repairs.options import Only
from crosswire.repairs.repairing import plain_repair
from crosswire.repairs.unread_lines import tie_past

_COMMENTS = (b"//", b"#")
_IN_PLACE = ("json", "jsonl")
"""Containers whose text is changed where it stands; of others the documents are written."""


class MendedFile(Struct):
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

    is_database: bool = False
    """Whether `data` is an SQLite database."""
    unpacked: str | None = None
    """Of a packed upload, the path of the file in it that `data` is, empty where it has none;
    None where `data` is the upload."""
    is_in_pieces: bool = False
    """Whether its documents stand in many files of an archive."""
    files: list[MendedFile] = field(default_factory=list)
    """Where `data` is an archive with some of its files changed: these."""

    @property
    def is_changed(self) -> bool:
        is_told = any(one.changes for one in self.repaired)
        return bool(self.lines_left_out or self.files) or is_told


def mend(
    log: Log,
    data: bytes,
    *,
    only: Collection[Only] | None = None,
    missing: Missing = "leave",
    asks_provider: bool = True,
) -> MendedFile:
    """Mend the file that a log was read from, and give it back as its program wrote it: the
    same lines in the same bytes, but for those that the changes name; of a database a new one,
    with the same rows.

    `data` are the bytes of the upload; of an archive the one file with something to mend comes
    back, and where several change the archive. `only` and `missing` are those of `repair`;
    without `asks_provider` it is a plain one, which takes half of the time. Raises
    CannotExport where a file cannot be put back into its archive, and where rows would be put
    into a database or go elsewhere in it, and nobody knows how.
    """
    if not log.conversations:
        return MendedFile(data, [])
    files = _files(log.conversations)
    mended = repair if asks_provider else plain_repair
    for file in files:
        file.run(lambda one: mended(one, only=only, missing=missing))
    groups = _groups(log, files)
    done = [_of_group(log, data, group, is_whole=only is None) for group in groups]
    changed = [one for one in done if one.is_changed]
    if len(changed) > 1 or any(one.is_in_pieces for one in changed):
        return _archive(log, data, list(zip(groups, done, strict=True)))
    if not changed and (len(done) > 1 or done[0].is_in_pieces):
        return MendedFile(data, [one for file in files for one in file.repaired])
    return (changed or done)[0]


def _groups(log: Log, files: Sequence[FileRepair]) -> list[list[FileRepair]]:
    """Each file by itself, and the tables of a database together."""

    def place(file: FileRepair) -> tuple[Path, int]:
        is_row = is_of_rows(log, file.first)
        return (path_of(files_of(log, file)[0]), -1) if is_row else ((), file.first)

    return [list(group) for _, group in groupby(files, key=place)]


def _of_group(
    log: Log, data: bytes, files: Sequence[FileRepair], *, is_whole: bool
) -> MendedFile:
    if is_of_rows(log, files[0].first):
        return _of_rows(log, data, files)
    return _written(log, data, files[0], is_whole=is_whole)


def _archive(
    log: Log, data: bytes, done: Sequence[tuple[Sequence[FileRepair], MendedFile]]
) -> MendedFile:
    """The archive with all files of it that change."""
    changed = [(files[0], one) for files, one in done if one.is_changed]
    if not all(one.is_own or one.is_in_pieces for _, one in changed):
        raise CannotExport(
            f"{len(changed)} of the files in it would change, and one of them only as the "
            "request that it makes. Unpack it, and repair each."
        )
    new: list[tuple[Path, bytes | None]] = []
    for file, one in changed:
        path = path_of(files_of(log, file)[0])
        if one.is_in_pieces:
            new += pieces_of(log, file)
        else:
            new += of_database(path, one.data) if one.is_database else [(path, one.data)]
    repaired = [each for _, one in done for each in one.repaired]
    archive = archive_with(data, new)
    return MendedFile(archive, repaired, files=[one for _, one in changed])


def _files(conversations: Sequence[Conversation]) -> list[FileRepair]:
    together = groupby(conversations, key=lambda one: one.documents_before)
    return [FileRepair(list(of_file)) for _, of_file in together]


def mend_with(log: Log, data: bytes, repaired: Repaired) -> MendedFile:
    """The file of one conversation after its repair, as `mend` gives it; what cannot be put
    into its text is written anew. `data` are the bytes of the upload; where they are only what
    was read of a database, its rows are given as lines."""
    own = [
        one
        for one in log.conversations
        if one.documents_before == repaired.conversation.documents_before
    ]
    file = FileRepair(own)
    file.take(repaired)
    if repaired.rendering is not None:
        anew = _anew(repaired.conversation.own_documents)
        return MendedFile(anew, file.repaired, is_own=False)
    if is_of_rows(log, file.first) and is_wrapped(data):
        return _of_rows(log, data, [file])
    done = _written(log, data, file, is_whole=True)
    if done.is_in_pieces and done.is_changed and is_wrapped(data):
        return _archive(log, data, [([file], done)])
    return done


def _of_rows(log: Log, data: bytes, files: Sequence[FileRepair]) -> MendedFile:
    documents = [one for file in files for one in file.own]
    repaired = [one for file in files for one in file.repaired]
    mended = MendedFile(data, repaired, documents, is_database=True)
    if mended.is_changed:
        mended.data = mended_database(log, data, files)
        mended.unpacked = log.origin_of(files[0].first).path or None
    return mended


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
    logged = next(own for own in log.conversations if own.documents_before == first)
    return _in_place(log, _text_of(log, data, logged), logged, one.own_documents, origins)


def is_in_pieces(log: Log, conversation: Conversation) -> bool:
    """Whether the documents of a conversation stand in many files of an archive, and are no
    rows."""
    first = conversation.documents_before
    behind = first + len(conversation.own_documents)
    count = sum(first <= file.first < behind for file in log.files)
    return count > 1 and not is_of_rows(log, first)


def _text_of(log: Log, data: bytes, conversation: Conversation) -> bytes:
    """The text of the file with a conversation: the upload, or the one of what it packs."""
    return data if log.text is None else log.file_text(conversation)


def _written(log: Log, data: bytes, file: FileRepair, *, is_whole: bool) -> MendedFile:
    logged = file.conversations[0]
    text = _text_of(log, data, logged)
    in_lines = logged.container == "jsonl"
    broken = _broken(text, _lines(log, logged)) if in_lines and is_whole else []
    if broken and file.is_in_place:
        tie_past(broken, _lines(log, logged) or (), file)
    mended = MendedFile(text, file.repaired, file.own, lines_left_out=broken)
    mended.is_in_pieces = is_in_pieces(log, logged)
    mended.unpacked = None if log.text is None else log.origin_of(file.first).path
    if logged.container == "pasted" or mended.is_in_pieces:
        mended.is_own = False
        mended.data = _anew(file.own)
    elif mended.is_changed:
        mended.is_own = file.is_in_place and logged.container in _IN_PLACE
        mended.data = _anew(file.own)
        if file.is_in_place:
            mended.data = _changed(log, text, file, broken)
    return mended


def _changed(log: Log, text: bytes, file: FileRepair, broken: list[int]) -> bytes:
    """The text with the changes put in; where that cannot be, the documents written anew."""
    logged = file.conversations[0]
    try:
        return _in_place(log, text, logged, file.own, file.origins, broken)
    except CannotExport:
        return _anew(file.own, in_lines=logged.container == "jsonl")


def _in_place(
    log: Log,
    text: bytes,
    one: Conversation,
    own: Sequence[JsonValue],
    origins: Sequence[int | None],
    broken: Collection[int] = (),
) -> bytes:
    """The same; raises CannotExport where they cannot be put in."""
    if one.container == "jsonl":
        lines = _lines(log, one)
        return patched_lines(text, one.own_documents, own, lines, origins, broken)
    if one.container == "json" and len(one.own_documents) == len(own) == 1:
        return patched_text(text, one.own_documents[0], own[0])
    raise CannotExport("Only JSON and JSON Lines can be changed in place.")


def _lines(log: Log, conversation: Conversation) -> list[int] | None:
    """The line of each document in the text of the file with a conversation, or of the tables
    that make it up together."""
    if not log.files or log.text is None:
        return log.lines
    first = conversation.documents_before
    behind = first + len(conversation.own_documents)
    lines: list[int] = []
    above = 0
    for file in log.files:
        if first <= file.first < behind:
            own = file.opened.lines or range(1, file.count + 1)
            lines += [above + number for number in own]
            above += log.text.count(b"\n", file.start, file.end)
    return lines


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
