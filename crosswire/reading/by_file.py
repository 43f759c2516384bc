"""Puts together what was read of the files of one upload, each by its own format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire import address, streams
from crosswire.address import document_of
from crosswire.containers import Opened, OpenedFile
from crosswire.containers.opened import MAX_NOTES, file_of
from crosswire.containers.origin import Step
from crosswire.errors import NotAConversation
from crosswire.logs import FOLDERS, JOINED, LOGS
from crosswire.logs.by_shape import Mapping
from crosswire.model import Conversation, JsonValue, Note
from crosswire.reading.choosing import Reading
from crosswire.reading.detection import Detection
from crosswire.reading.exchanges import elements
from crosswire.reading.refusing import missing_of_files, refused, refused_whole
from crosswire.reading.unread_places import Coverage

SKIPPED = "skipped-document"
"""The code of notes on documents that were left out."""


def parts_of(opened: Opened) -> Sequence[Opened]:
    """The files of an upload, each as if it were alone; the upload itself where it is one.

    Those that make up conversations together are one, and each stream within a paste is one.
    """
    files = (opened,) if len(opened.files) < 2 else _files_of(opened)
    return [part for file in files for part in _streams_apart(file)]


def _files_of(opened: Opened) -> Sequence[Opened]:
    parts: list[Opened] = []
    for (_, folder), group in groupby(opened.files, key=_place):
        files = [file.opened for file in group]
        documents = [file.documents for file in files]
        if len(files) > 1 and (folder or any(log.joins(documents) for log in JOINED)):
            whole = [one for file in documents for one in file]
            notes = [note for file in files for note in file.notes]
            parts.append(
                replace(files[0], documents=whole, notes=notes, lines=None, bodies=None)
            )
        else:
            parts += files
    return parts


def _streams_apart(opened: Opened) -> Sequence[Opened]:
    """The events of each stream in a paste, and the documents between them."""
    if opened.container != "pasted" or len(opened.documents) < 2:
        return (opened,)
    listed = (range(n, n + 1) for n, one in enumerate(opened.documents) if _is_stream(one))
    apart = [*opened.streams, *listed]
    if not apart:
        return (opened,)
    ends = {0, len(opened.documents)}
    ends.update(end for one in apart for end in (one.start, one.stop))
    begins = {one.start for one in opened.streams}
    parts = [_part(opened, *one, is_stream=one[0] in begins) for one in pairwise(sorted(ends))]
    parts[0].notes += [note for note in opened.notes if note.address is None]
    return parts


def _is_stream(value: JsonValue) -> bool:
    """Whether a value lists the events of a stream."""
    if not isinstance(value, list) or not value:
        return False
    return streams.assemble_values(elements(value, address.root())) is not None


def _part(opened: Opened, start: int, end: int, *, is_stream: bool) -> Opened:
    own = range(opened.first + start, opened.first + end)
    noted = ((note, note.address) for note in opened.notes)
    some = slice(start, end)
    return replace(
        opened,
        container="sse" if is_stream else opened.container,
        documents=opened.documents[some],
        notes=[note for note, at in noted if at is not None and document_of(at) in own],
        lines=None if opened.lines is None else opened.lines[some],
        bodies=None if opened.bodies is None else opened.bodies[some],
        first=own.start,
        files=[],
        servers=opened.servers[some],
        streams=(),
    )


def own_documents(part: Opened, opened: Opened) -> tuple[int, int]:
    """The first document of the file that a part is of, and how many there are: the streams of
    a paste and its other documents are one file."""
    if part.bodies is None:
        return part.first, len(part.documents)
    file = file_of(part.first, opened.files)
    return (0, len(opened.documents)) if file is None else (file.first, file.count)


def _place(file: OpenedFile) -> tuple[tuple[Step, ...], str]:
    """What a file stands in, and the folder in it whose files belong together."""
    path = file.origin.path
    found = (folder.match(path) for folder in FOLDERS)
    return file.origin.place, next((one[1] for one in found if one is not None), "")


class ReadFiles(Struct):
    """What was read of the files so far."""

    opened: Opened
    parts: list[Opened] = field(default_factory=list)
    """Those that were read."""
    readings: list[Reading] = field(default_factory=list)
    conversations: Sequence[Conversation] = ()
    skipped: list[Note] = field(default_factory=list)
    """What was left out of them."""

    def add(self, part: Opened, reading: Reading) -> None:
        self.parts.append(part)
        self.readings.append(reading)
        what = f"Nothing of {reading.detection.title} stands here; it was left out."
        places = reading.candidate.skipped[: MAX_NOTES + 1]
        self.skipped += [Note(SKIPPED, what, at) for at in places]

    def skip(self, part: Opened, why: str) -> None:
        place = _named(self.opened, part)
        self.skipped.append(Note(SKIPPED, f"{place}: {why}", address.root(part.first)))

    def leave_out_silent(self) -> None:
        """Leave out files of a program's log without any message, such as its header, beside
        files that have some."""
        both = list(zip(self.parts, self.readings, strict=True))
        saying = [(part, reading) for part, reading in both if not _is_silent(reading)]
        if not saying or len(saying) == len(both):
            return
        for part, reading in both:
            if _is_silent(reading):
                self.skip(part, f"{reading.detection.title}, without any message.")
        self.parts, self.readings = map(list, zip(*saying, strict=True))

    @property
    def detection(self) -> Detection:
        """Of the format that most conversations are in."""
        if self.opened is self.parts[0]:
            return self.readings[0].detection
        counts: Counter[str] = Counter()
        for reading in self.readings:
            counts[reading.detection.format] += len(reading.read)
        [(most, _)] = counts.most_common(1)
        own = [one for one in self.readings if one.detection.format == most]
        best = max((one.detection for one in own), key=lambda found: found.confidence)
        titles = {one.detection.format: one.detection.title for one in self.readings}
        told = ", ".join(f"{count} of {titles[name]}" for name, count in counts.items())
        files = len(self.opened.files)
        held = f"{files} files, {len(self.parts)} of them" if files > 1 else "A paste"
        reason = f"{held} with conversations: {told}."
        return replace(best, container=self.opened.container, reason=reason)

    @property
    def mapping(self) -> Mapping | None:
        """What the first file that no format knows was read by."""
        found = (reading.candidate.mapping for reading in self.readings)
        return next((one for one in found if one is not None), None)

    @property
    def coverage(self) -> Coverage:
        """Of all files that were read."""
        if len(self.readings) == 1:
            return self.readings[0].coverage
        whole = Coverage()
        for one in (reading.coverage for reading in self.readings):
            whole.add(one)
        return whole


def _is_silent(reading: Reading) -> bool:
    is_of_log = reading.detection.format in LOGS
    return is_of_log and not any(builder.messages for builder, _ in reading.read)


def all_refused(opened: Opened, format: str | None) -> NotAConversation:
    """Why there is no conversation in an upload, by what the likeliest of its files says."""
    parts = parts_of(opened)
    if len(parts) == 1:
        return refused(opened, format)
    if format is None and (whole := refused_whole(opened)) is not None:
        return whole
    faults = [(part, refused(part, format)) for part in parts]
    part, fault = max(faults, key=lambda one: _likelihood(*one))
    file, what = _named(opened, part), _what(opened)
    missing = missing_of_files(opened, str(fault))
    message = (
        f"None of the {len(parts)} {what} in it holds a conversation.{missing} {file}: {fault}"
    )
    whole = NotAConversation(message, may_be_named=fault.may_be_named)
    return whole.named(fault.program, fault.take_instead)


def _named(opened: Opened, part: Opened) -> str:
    """The file that a part is, or the place in the one that it stands in."""
    origin = opened.origin_of(part.first)
    return origin.file if len(opened.files) > 1 else origin.in_words


def _what(opened: Opened) -> str:
    """What the parts of an upload are."""
    if len(opened.files) < 2:
        return "pieces"
    are_tables = all(one.origin.file != one.origin.path for one in opened.files)
    return "tables" if are_tables else "files"


def _likelihood(part: Opened, fault: NotAConversation) -> tuple[bool, bool, int]:
    return bool(fault.program), fault.may_be_named, len(part.documents)
