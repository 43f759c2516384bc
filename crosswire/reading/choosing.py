"""Reads an upload by the formats that fit, and keeps what leaves least of it unread.

The likeliest format comes first, and is taken where it reads everything. Where text or
something like a call is left, the others are tried too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from crosswire.address import is_within
from crosswire.containers.opened import Opened
from crosswire.formats import FORMATS
from crosswire.formats.protocol import BodyFormat
from crosswire.logs import by_shape
from crosswire.logs.by_shape import NAME, TRAITS, Mapping
from crosswire.model import Event, Message, Note
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Assembled, Entry
from crosswire.model.json_values import text_field
from crosswire.model.parts import OpaquePart, ToolCallPart, ToolPart, ToolResultPart
from crosswire.model.source_map import Places
from crosswire.reading import catalogue, detection
from crosswire.reading.coverage import measure
from crosswire.reading.detection import Candidate, Detection
from crosswire.reading.mixed_formats import mixed, read_foreign_messages, read_segments
from crosswire.reading.provider_errors import read_errors
from crosswire.reading.sequences.alternating import put_together
from crosswire.reading.unread_notes import note_unread
from crosswire.reading.unread_places import Coverage
from crosswire.streams.readdressing import (
    keep_broken_arguments,
    keep_unread,
    readdress,
)

_FEW = 20
"""Up to so many places that were left each counts, beyond them tens."""


class Reading(Struct):
    """What one format makes of an upload."""

    candidate: Candidate
    read: list[tuple[ConversationBuilder, str]]
    """Each conversation with its shape."""
    coverage: Coverage

    @property
    def detection(self) -> Detection:
        """Why it was read so; the less was read, the less sure it is."""
        found = self.candidate.detection
        if not self.coverage.unread:
            return found
        return replace(found, confidence=round(found.confidence * self.coverage.share, 2))

    @property
    def rank(self) -> tuple[float, ...]:
        """The lower, the better: halves of exchanges that were left, that next to nothing was
        read, what looks like a call and was left, text that was left, and how sure the format
        was."""
        halves = sum(entry.unread is not None for entry in self.candidate.entries)
        halves += 2 * len(self.candidate.skipped)
        left = sum(place.looks_like is not None for place in self.coverage.unread)
        left = left if left < _FEW else round(left, -1)
        share = round(self.coverage.share, 1)
        return halves, not share, left, -share, -self.candidate.detection.confidence

    @property
    def calls_and_results(self) -> int:
        """How many were read; the more, the better where no format fits the whole."""
        return sum(
            isinstance(part, (ToolCallPart, ToolResultPart))
            for builder, _ in self.read
            for message in builder.messages
            for part in message.parts
        )

    def note_unread(self, lost: Sequence[Note]) -> None:
        """Let the conversations say what was not read, and what their container lost."""
        detection = self.candidate.detection
        title = "the reading by shape" if detection.format == NAME else detection.title
        builders = [builder for builder, _ in self.read]
        note_unread(self.coverage.unread, title, lost, builders)


def best_reading(
    opened: Opened, mappings: Sequence[Mapping] = (), near: list[Reading] | None = None
) -> Reading | None:
    """By the format that leaves least; where none knows it by the first of these mappings that
    fits, or by its shape. None where nothing reads it.

    `near` gets those by formats in whose words most of the messages are not written.
    """
    left_something: list[Reading] = []
    for reading in _readings(opened, mappings, near):
        if not reading.coverage.unread:
            return reading
        left_something.append(reading)
    return min(left_something, key=lambda reading: reading.rank, default=None)


def all_readings(opened: Opened) -> list[Reading]:
    """By every format that fits, the best first."""
    return sorted(_readings(opened), key=lambda reading: reading.rank)


def forced_reading(opened: Opened, format: str) -> Reading | None:
    """By a format that somebody insists on; None where it finds nothing that it knows."""
    candidate = detection.forced(opened, format)
    return None if candidate is None else _insisted(opened, candidate)


def mapped_reading(opened: Opened, mapping: Mapping) -> Reading | None:
    """By a mapping that somebody gives; None where it finds nothing."""
    candidate = detection.by_shape(opened, mapping)
    return None if candidate is None else _insisted(opened, candidate)


def _insisted(opened: Opened, candidate: Candidate) -> Reading | None:
    reading = read_candidate(opened, candidate)
    was_recognised = candidate.detection.confidence > 0
    says_something = any(_says_something(builder) for builder, _ in reading.read)
    return reading if was_recognised or says_something else None


def _says_something(builder: ConversationBuilder) -> bool:
    """Whether there is more than settings, which any object has to a reader of requests, and
    than blocks that no word of the model fits."""
    declares = any(isinstance(part, ToolPart) for part in builder.settings_and_tools)
    return declares or any(map(_is_known, builder.messages))


def _is_known(message: Message) -> bool:
    """Whether a message has a part that the model has a word for, or is empty in a role; one
    that only another format's reader understood has none."""
    if message.in_words_of is not None:
        return False
    if not message.parts:
        return message.role != "other" and text_field(message.raw, "role") is not None
    return not all(isinstance(part, OpaquePart) for part in message.parts)


def _readings(
    opened: Opened, mappings: Sequence[Mapping] = (), near: list[Reading] | None = None
) -> Iterator[Reading]:
    """By each format that fits, the likeliest first; where none does, by that of messages in
    several formats, by a mapping, by the shape of what stands there.

    A format that knows next to nothing of most messages does not fit.
    """
    fits = False
    for candidate in detection.candidates(opened):
        reading = read_candidate(opened, candidate)
        if reading.read and not reading.coverage.is_of_another_format:
            fits = True
            yield reading
        elif reading.read and reading.coverage.unread and near is not None:
            near.append(reading)
    several = None if fits else mixed(opened)
    if several is not None:
        yield read_candidate(opened, several)
    elif not fits:
        ways = detection.of_no_format(opened, mappings)
        found = filter(_tells_something, (read_candidate(opened, way) for way in ways))
        yield from sorted(found, key=lambda one: (-one.calls_and_results, one.rank))[:1]


def _tells_something(reading: Reading) -> bool:
    """Whether there is a conversation, in words that the format knows where it has one."""
    is_foreign = reading.candidate.wire is not None and reading.coverage.is_of_another_format
    return bool(reading.read) and not is_foreign


def read_candidate(opened: Opened, candidate: Candidate) -> Reading:
    """Read an upload by a format."""
    read = read_by(candidate, opened)
    builders = [builder for builder, _ in read]
    coverage = measure(opened.documents, candidate.entries, builders, opened.first)
    if candidate.mapping is not None:
        named = catalogue.interface_said(opened.documents)
        reason = " ".join(filter(None, (named, by_shape.told(candidate.mapping, builders))))
        candidate.detection = replace(candidate.detection, reason=reason)
        for builder in builders[:1]:
            builder.note("read-by-shape", reason, builder.messages[0].address)
    return Reading(candidate, read, coverage)


def read_by(candidate: Candidate, opened: Opened) -> list[tuple[ConversationBuilder, str]]:
    """The conversations that a format finds, each with its shape."""
    return [
        (builder, shape)
        for builder, shape in _builders(candidate, opened)
        if builder.messages or builder.settings_and_tools
    ]


def _builders(
    candidate: Candidate, opened: Opened
) -> Iterable[tuple[ConversationBuilder, str]]:
    if candidate.mapping is not None:
        mapping, first = candidate.mapping, opened.first
        for builder in by_shape.read_by(mapping, opened.documents, first, NAME, TRAITS):
            yield builder, "session"
    elif candidate.log is not None:
        for builder in candidate.log.read_documents(opened.documents, opened.first):
            yield builder, "session"
    if candidate.wire is not None:
        for builder in _of_entries(candidate.wire, candidate.entries):
            yield builder, "messages" if builder.recorded is None else builder.recorded.shape


def _of_entries(of_most: BodyFormat, entries: Sequence[Entry]) -> list[ConversationBuilder]:
    def read(entry: Entry) -> ConversationBuilder:
        return read_entry(FORMATS[entry.format] if entry.format else of_most, entry)

    return put_together(entries, read) or [read(entry) for entry in entries]


def read_entry(wire: BodyFormat, entry: Entry) -> ConversationBuilder:
    """Read one conversation where it stands."""
    into = ConversationBuilder(wire.NAME, wire.TRAITS)
    into.title = entry.title
    into.recorded = entry
    into.read_from = entry if wire.NAME in FORMATS else None  # mended as it is written
    into.stands_at = entry.places
    into.opened += [(value, at, None) for value, at in entry.opened]
    if entry.request is not None:
        wire.read_request(*entry.request, into)
        _leave_answer_out(entry, into)
    into.asked = len(into.messages)
    if entry.response is not None:
        body, at = entry.response
        wire.read_response(body, at, entry.choice, into)
        if 0 < into.asked < len(into.messages):  # it answered what stood there
            into.events.append(Event("turn ended", at, into.asked, "over"))
    for value, at in entry.messages:
        wire.read_message(value, at, into)
    read_errors(entry.errors, into)
    if entry.request is None or entry.several:
        read_segments(wire, into)
    else:
        read_foreign_messages(wire, into)
    if entry.stream is not None:
        into.set_aside += [entry.events, *entry.events_apart]
        _tie_to_events(into, entry.stream)
    if entry.unread is not None:
        half, place = entry.unread
        into.note(
            f"{half}-not-read",
            f"What stands here is no {half} of {wire.TITLE}; it was left out.",
            place,
        )
    return into


def _tie_to_events(into: ConversationBuilder, stream: Assembled) -> None:
    """Give what was put together from events their addresses."""
    # Its words are not all in one place: a repair starts from the request that it makes.
    into.read_from = None
    keep_broken_arguments(into, stream)
    readdress(into, Places(stream.root, stream.table))
    into.notes += stream.notes
    keep_unread(into, stream)


def _leave_answer_out(entry: Entry, into: ConversationBuilder) -> None:
    """An answer that stands in a field of its request is no setting of it."""
    if entry.response is not None:
        _, answer = entry.response
        into.settings_and_tools = [
            part for part in into.settings_and_tools if not is_within(answer, part.address)
        ]
