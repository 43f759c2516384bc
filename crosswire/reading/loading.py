"""From bytes to conversations: open the container, find the format, read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import msgspec
from msgspec import Struct, field

from crosswire import containers
from crosswire.address import Address, document_of, root
from crosswire.collector import collector_paused
from crosswire.containers import (
    DEFAULT_LIMITS,
    Body,
    Data,
    Digest,
    Documents,
    Mark,
    Opened,
    OpenedFile,
    Origin,
    Span,
    UnpackLimits,
    bytes_of,
    json_document,
    open_upload,
    source_of,
    spans_in_files,
    spans_of,
)
from crosswire.containers.opened import file_of, origin_of, shortened
from crosswire.errors import (
    CrosswireError,
    NotAConversation,
    OnlyAnError,
    UnknownFormat,
    did_you_mean,
)
from crosswire.formats import FORMATS
from crosswire.logs import by_shape
from crosswire.logs.by_shape import Mapping
from crosswire.model import Conversation, JsonObject, JsonValue, Note
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.model.json_values import object_or_empty
from crosswire.reading import upload_limits
from crosswire.reading.answers_in_events import join_answers
from crosswire.reading.asked import Asked
from crosswire.reading.by_file import ReadFiles, all_refused, own_documents, parts_of
from crosswire.reading.choosing import (
    Reading,
    all_readings,
    best_reading,
    forced_reading,
    mapped_reading,
    read_entry,
)
from crosswire.reading.detection import Detection, known_formats, known_said
from crosswire.reading.line_by_line import Each, read_by_line
from crosswire.reading.opening import open_bytes, opened_within
from crosswire.reading.paths_of_threads import with_ids
from crosswire.reading.refusing import (
    empty_container,
    nothing_mapped,
    of_database,
    refused,
    written_by,
)
from crosswire.reading.resemblances import Resemblances, resemblances
from crosswire.reading.sequences import join
from crosswire.reading.threads import tied
from crosswire.reading.threads_elsewhere import with_those_elsewhere_told
from crosswire.reading.unread_notes import LOST
from crosswire.reading.unread_places import Coverage

NO_FORMAT = ""
"""In place of a name, of documents that no format knows."""
DOCUMENT = "document"
"""The shape of such a log."""


class Log(Struct):
    """An upload, read: its documents and the conversations in them."""

    name: str | None
    container: str
    detection: Detection
    documents: Sequence[JsonValue]
    lines: list[int] | None
    """JSON Lines, event streams and pastes: the 1-based line of each document."""
    conversations: Sequence[Conversation]
    notes: list[Note]
    digest_of: Callable[[], str]
    coverage: Coverage = field(default_factory=Coverage)
    """How much of the text was read."""
    bodies: list[Body] | None = None
    """Pastes: where each document stands."""
    errors: list[str] = field(default_factory=list)
    """Pastes: the words of errors that stood beside the log."""
    resemblances: Resemblances | None = None
    """What looks like a conversation in documents that no format knows; None where one
    does."""

    mapping: Mapping | None = None
    """What it was read by, where no format knows it."""

    text: bytes | None = None
    """Of a packed upload: the text of its files, which every place in bytes and lines is one
    of. None where that is the upload itself."""
    files: list[OpenedFile] = field(default_factory=list)
    """Of a packed upload: the files that hold documents."""

    @property
    def digest(self) -> str:
        """sha256 of the bytes in hex; of a packed upload, of its text."""
        return self.digest_of()

    def origin_of(self, document: int) -> Origin:
        """Where a document came from: a file, a line, a row."""
        return origin_of(document, self.files, self.lines)

    def file_of(self, document: int) -> OpenedFile | None:
        """The file of a packed upload that a document stands in."""
        return file_of(document, self.files)

    def file_text(self, conversation: Conversation) -> bytes:
        """Of a packed upload: the text of the file that a conversation stands in, or of those
        that make it up together."""
        first = self.file_of(conversation.documents_before)
        own = len(conversation.own_documents)
        last = self.file_of(conversation.documents_before + max(own, 1) - 1)
        if first is None or last is None or self.text is None:
            raise ValueError("only a packed upload has files")
        return self.text[first.start : last.end]

    def spans(self, data: Data, addresses: Iterable[Address]) -> dict[Address, Span]:
        """Where in the bytes each address stands: those of the upload, or of `text`."""
        if self.files and self.text is not None:
            return spans_in_files(self.text, self.files, addresses)
        documents = self.documents
        lines = documents.lines if isinstance(documents, Documents) else self.lines
        return spans_of(data, self.container, addresses, lines, self.bodies)

    @property
    def format(self) -> str:
        return self.detection.format


def load(
    data: Data,
    *,
    name: str | None = None,
    format: str | None = None,
    mapping: Mapping | JsonObject | None = None,
    mappings: Sequence[Mapping | JsonObject] = (),
    max_conversations: int | None = None,
    or_document: bool = False,
    unpack: UnpackLimits | None = DEFAULT_LIMITS,
    marks: Sequence[Mark] = (),
    each: Each = map,
) -> Log:
    """Read an upload, its bytes or where they are; `format` overrules what would be detected,
    and so does a `mapping`, which says where everything stands (docs/mapping.md). The
    `mappings` are tried where no format knows a file, before its shape is guessed.

    With `or_document`, objects and lists that no format knows give a log of no format: without
    conversations, with what looks like one in it. Archives and the like are unpacked within
    the limits, each file is read by itself; without limits they are refused. With `marks`
    (`containers.marks_of`) the data is the text of what was unpacked before. `each` may look
    through the lines of a large file in several processes.

    Raises UnreadableUpload where the bytes hold no document, NotAConversation where no format
    knows the document, UnknownFormat where `format` is none, TooManyConversations where there
    are more than `max_conversations`, BadMapping where `mapping` is none.
    """
    _check(format)
    asked = Asked.of(format, mapping, mappings)
    with collector_paused():
        opened, data = opened_within(data, max_conversations, unpack, marks, name)
        digest_of = Digest(source_of(data if opened.text is None else opened.text))
        try:
            read = _read_each(opened, asked, digest_of, each)
        except NotAConversation as error:
            refusal = error
            if not asked.is_forced and isinstance(data, bytes):
                refusal = of_database(error, bytes_of(data), opened)
            if not or_document or asked.is_forced or not _is_document(opened):
                raise refusal from error
            return _of_no_format(opened, name, str(refusal), digest_of)
    if max_conversations is not None:
        upload_limits.refuse_more(len(read.conversations), max_conversations)
    return _of_files(opened, name, read, digest_of)


def _of_files(
    opened: Opened, name: str | None, read: ReadFiles, digest_of: Callable[[], str]
) -> Log:
    """The log of what was read; what a container lost is told with its conversations."""
    lost = {id(note) for part in read.parts for note in part.notes if note.code in LOST}
    kept = [note for note in opened.notes if id(note) not in lost]
    kept += written_by(opened, read.detection)
    return Log(
        name,
        opened.container,
        read.detection,
        opened.documents,
        opened.lines,
        read.conversations,
        shortened(read.skipped + kept),
        digest_of,
        read.coverage,
        opened.bodies,
        opened.errors,
        mapping=read.mapping,
        text=opened.text,
        files=opened.files,
    )


def _is_document(opened: Opened) -> bool:
    """Whether there is anything to look at: more than a text, a number or empty messages."""
    if empty_container(opened.documents[0]) is not None:
        return False
    return any(isinstance(value, (dict, list)) and value for value in opened.documents)


def _of_no_format(
    opened: Opened, name: str | None, why: str, digest_of: Callable[[], str]
) -> Log:
    """The documents themselves, which no format knows."""
    found = resemblances(opened.documents)
    return Log(
        name,
        opened.container,
        Detection(NO_FORMAT, "no known format", opened.container, DOCUMENT, 0.0, why),
        opened.documents,
        opened.lines,
        [],
        shortened([Note("looks-like", found.said), *opened.notes]),
        digest_of,
        bodies=opened.bodies,
        errors=opened.errors,
        resemblances=found,
        text=opened.text,
        files=opened.files,
    )


def detect(data: bytes) -> list[Detection]:
    """The formats that fit an upload, the likeliest first; raises UnreadableUpload."""
    with collector_paused():
        found: dict[str, Detection] = {}
        for part in parts_of(open_bytes(data)):
            for reading in all_readings(part):
                found.setdefault(reading.detection.format, reading.detection)
        return list(found.values())


def guess_mapping(data: bytes | Sequence[JsonValue]) -> Mapping | None:
    """Where the messages, roles, texts, calls and results of an upload, or of documents, seem
    to stand, whatever the format; None where nothing looks like a conversation. Raises
    UnreadableUpload.

    Of several files the first counts in which anything does.
    """
    with collector_paused():
        if not isinstance(data, bytes):
            return by_shape.guess(data)
        found = (by_shape.guess(part.documents) for part in parts_of(open_upload(data)))
        return next((mapping for mapping in found if mapping is not None), None)


def why_none_fits(data: bytes) -> str:
    """A sentence on an upload that no format fits; raises UnreadableUpload."""
    with collector_paused():
        return str(all_refused(open_bytes(data), None))


def parse(value: JsonValue, format: str | None = None) -> list[Conversation]:
    """Read a JSON value that is in memory already; see `load`."""
    _check(format)
    with collector_paused():
        json_document.refuse_too_deep(value)
        digest_of = cache(lambda: digest_of_value(value))
        return [*_read_each(Opened("json", [value]), Asked(format), digest_of).conversations]


def digest_of_value(value: JsonValue) -> str:
    """The digest of a value in memory, from the bytes that cost least to make."""
    try:
        data = msgspec.msgpack.encode(value)
    except (
        TypeError,
        ValueError,
        OverflowError,
        RecursionError,
    ):  # numbers and texts that JSON alone holds
        data = json_document.write(value)
    return hashlib.sha256(data).hexdigest()


def read_back(payload: JsonValue, format: str) -> Conversation:
    """Read a body that was just written as what it is, a request, without its digest, which
    no rendering needs.

    Raises NotAConversation where there is nothing in it.
    """
    opened = Opened("json", [payload])
    with collector_paused():
        entry = Entry("request", request=(object_or_empty(payload), root()))
        builder = read_entry(FORMATS[format], entry)
        if not (builder.messages or builder.settings_and_tools):
            raise refused(opened, format)
        return _finished([(builder, entry.shape)], opened, opened, str, 0)[0]


def _check(format: str | None) -> None:
    if format is not None and format not in known_formats():
        meant = did_you_mean(format, known_formats())
        raise UnknownFormat(f"There is no format {format[:100]!r}.{meant} {known_said()}")


def _read_each(
    opened: Opened, asked: Asked, digest_of: Callable[[], str], each: Each = map
) -> ReadFiles:
    """Each file by what was asked for, or else by the format that leaves least; raises
    NotAConversation where no file holds one."""
    by_line = None if asked.is_forced else read_by_line(opened, digest_of, each)
    if by_line is not None:
        return by_line
    if isinstance(opened.documents, Documents):
        opened.documents.hold()
    read = ReadFiles(opened)
    for part in parts_of(opened):
        try:
            reading = _read(part, asked)
        except CrosswireError as error:
            if part is opened:
                raise
            read.skip(part, str(error))
            continue
        read.add(part, reading)
    if not read.readings:
        raise all_refused(opened, asked.format)
    join_answers([*zip(read.parts, read.readings, strict=True)], opened.files)
    read.leave_out_silent()
    join([reading.read for reading in read.readings])
    found: list[Conversation] = []
    for part, reading in zip(read.parts, read.readings, strict=True):
        found += _finished(reading.read, part, opened, digest_of, len(found))
    read.conversations = with_those_elsewhere_told(tied(with_ids(found, opened.files)))
    return read


def _read(opened: Opened, asked: Asked) -> Reading:
    """By what was asked for, or else by the format that leaves least; raises
    NotAConversation."""
    format, near = asked.format, list[Reading]()
    if asked.mapping is not None:
        reading = mapped_reading(opened, asked.mapping)
        if reading is None or not reading.read:
            raise nothing_mapped(opened, asked.mapping)
    elif format is not None:
        reading = forced_reading(opened, format)
    else:
        reading = best_reading(opened, asked.mappings, near)
    if reading is None or not reading.read:
        if format is None and all(map(containers.is_error, opened.documents)):
            raise OnlyAnError([json_document.write(one).decode() for one in opened.documents])
        raise refused(opened, format, near)
    reading.note_unread([note for note in opened.notes if note.code in LOST])
    return reading


def _finished(
    read: Sequence[tuple[ConversationBuilder, str]],
    part: Opened,
    opened: Opened,
    digest_of: Callable[[], str],
    first: int,
) -> list[Conversation]:
    """The conversations of a file, numbered from `first` on, among all documents."""
    before, count = own_documents(part, opened)
    behind = len(opened.documents) - before - count
    whole = opened if opened.servers else part  # an answer may stand in another part
    return [
        builder.finish(
            container=part.container,
            shape=shape,
            documents=opened.documents,
            others=(before, behind),
            number=number,
            digest_of=digest_of,
            server=whole.server_of(map(document_of, builder.stands_at)),
        )
        for number, (builder, shape) in enumerate(read, first)
    ]
