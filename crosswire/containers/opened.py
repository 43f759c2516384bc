"""What every container gives: its documents in order, and what had to be said about reading
them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from crosswire.containers.bodies import Body
from crosswire.containers.origin import Origin, Step
from crosswire.model import JsonValue, Note

MAX_NOTES = 100
"""A file may be odd at a million places; this many are told."""


SEVERAL = "files"
"""The container of an upload that holds several files, which have containers of their own."""
SKIPPED = "skipped-member"
"""The code of notes on what was left out of a packed upload."""
UNPACKED = "unpacked"
"""The code of notes on how it was unpacked."""
CUT = "cut-member"
"""The code of notes on a file whose end is missing."""


class Opened(Struct):
    """An upload, opened; or a file of one."""

    container: str
    """`json`, `jsonl`, `sse`, `python`, `yaml` or `pasted`; `files` where there are
    several."""
    documents: Sequence[JsonValue]
    notes: list[Note] = field(default_factory=list)
    lines: list[int] | None = None
    """JSON Lines, event streams and pastes: the 1-based line of each document, as not every
    line holds one."""
    bodies: list[Body] | None = None
    """Pastes: where each document stands."""
    errors: list[str] = field(default_factory=list)
    """Pastes: the words of errors that stood beside the documents."""
    first: int = 0
    """Of a file: the number that its first document has in the upload."""
    text: bytes | None = None
    """Of what was packed: the texts of its files, one behind the other, each from the
    beginning of a line; every place in bytes and lines is one of it. None where that is the
    upload itself."""
    files: list[OpenedFile] = field(default_factory=list)
    """Of what was packed: the files that hold documents."""
    servers: Sequence[str] = ()
    """Pastes: the host and the path that each document was sent to, empty where none is
    named."""
    streams: Sequence[range] = ()
    """Pastes: the documents that are the events of a stream, of each stream apart; none where
    the upload is a stream."""
    written_from: str = ""
    """Of what was packed: what its JSON was written from, as `an SQLite database`; empty where
    it stood there as it is."""
    cut: str | None = None
    """Of what was packed: what of it could not be had."""

    def server_of(self, documents: Iterable[int]) -> str:
        """The server that stands beside the first of some documents that has one."""
        if not self.servers:
            return ""
        own = range(self.first, self.first + len(self.servers))
        named = (self.servers[number - self.first] for number in documents if number in own)
        return next(filter(None, named), "")

    def origin_of(self, document: int) -> Origin:
        """Where a document of the upload came from."""
        return origin_of(document, self.files, self.lines)


class OpenedFile(Struct, frozen=True):
    """A file of a packed upload."""

    origin: Origin
    opened: Opened
    """Its documents, from number `opened.first` on."""
    start: int
    """Where its text begins in that of the upload."""
    end: int
    rows: Sequence[str] | None = None
    """Of a table: the id of the row of each document."""

    @property
    def first(self) -> int:
        return self.opened.first

    @property
    def count(self) -> int:
        return len(self.opened.documents)

    def holds(self, document: int) -> bool:
        return self.first <= document < self.first + self.count

    def origin_of(self, document: int) -> Origin:
        number = document - self.first
        if self.rows is not None:
            return self.origin.then(Step("row", self.rows[number]))
        return _in_lines(self.origin, number, self.opened.lines)


def origin_of(
    document: int, files: Sequence[OpenedFile], lines: Sequence[int] | None
) -> Origin:
    """Where a document of an upload with these files, or these lines, came from."""
    file = file_of(document, files)
    return _in_lines(Origin(), document, lines) if file is None else file.origin_of(document)


def file_of(document: int, files: Sequence[OpenedFile]) -> OpenedFile | None:
    """The file that a document stands in; None where the upload is the file."""
    position = bisect_right(files, document, key=lambda file: file.first) - 1
    return files[position] if position >= 0 and files[position].holds(document) else None


def _in_lines(origin: Origin, number: int, lines: Sequence[int] | None) -> Origin:
    if lines is None or number >= len(lines):
        return origin
    return origin.then(Step("line", str(lines[number])))


def shortened(notes: list[Note]) -> list[Note]:
    """The first notes, and one that says that there are more."""
    if len(notes) <= MAX_NOTES:
        return notes
    return [
        *notes[:MAX_NOTES],
        Note("more-notes", "There is more of this kind; only the first places are told."),
    ]
