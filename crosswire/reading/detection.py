"""Detects the format of an upload, with the reason, and the places of its conversations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import TypeAlias

from msgspec import Struct

from crosswire import address, streams
from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.containers.opened import Opened
from crosswire.formats import FORMATS
from crosswire.formats.protocol import BodyFormat, Recognition
from crosswire.logs import LOGS
from crosswire.logs import by_shape as shapes
from crosswire.logs.by_shape import Mapping
from crosswire.logs.by_shape.mapped import Mapped
from crosswire.logs.protocol import LogFormat
from crosswire.logs.shared.finding import Beginnings, fields_in
from crosswire.model import JsonValue
from crosswire.model.entry import Assembled, Entry
from crosswire.reading.bodies_within import LIKELY, SURE, bodies_within
from crosswire.reading.envelopes import list_of_envelopes
from crosswire.reading.exchanges import Found, choices, elements, entries_as
from crosswire.reading.finding import (
    SAMPLE,
    Finder,
    joined,
    most_are_bodies,
    of_several_formats,
)


class Detection(Struct, frozen=True):
    """A format that fits an upload, and why."""

    format: str
    title: str
    container: str
    shape: str
    confidence: float
    """0 to 1; see `Recognition.confidence`."""
    reason: str


class Candidate(Struct, dict=True):
    """A format that fits, with what to read by it."""

    detection: Detection
    wire: BodyFormat | None = None
    log: LogFormat | None = None
    find: Callable[[], Found] | None = None
    """Finds what there is of a wire format. Of many lines a sample tells the format, and the
    others are looked through where it is asked for."""
    mapping: Mapping | None = None
    """What to read by, where no format knows it."""

    @cached_property
    def _found(self) -> Found | None:
        return None if self.find is None else self.find()

    @property
    def entries(self) -> Sequence[Entry]:
        return () if self._found is None else self._found.entries

    @property
    def skipped(self) -> Sequence[Address]:
        """Places that may hold a conversation and hold nothing of this format."""
        return () if self._found is None else self._found.skipped


def candidates(opened: Opened) -> list[Candidate]:
    """All formats that fit an opened upload, the likeliest first."""
    streamed = _as_stream(opened)
    if streamed:
        return streamed
    finder, begun = Finder(), _beginnings(opened.documents)
    documents = _documents(opened)
    fields = fields_in(begun)
    fitting = [
        *(_as_log(log, opened, begun) for log in LOGS.values() if _has_signs(log, fields)),
        *(_as_wire(wire, opened, documents, finder) for wire in FORMATS.values()),
    ]
    known = _likeliest_first(candidate for candidate in fitting if candidate is not None)
    if all(map(_leaves_some, known)):
        several = _as_several(opened, finder) or _with_deeper_bodies(opened, known, finder)
        known = [several, *known] if several is not None else known
    return _likeliest_first(known)


def _has_signs(log: LogFormat, fields: Set[str] | None) -> bool:
    """Whether documents with these fields may be a program's log."""
    if log.TRAITS.by_shape:
        return False
    return fields is None or not log.SIGNS or not log.SIGNS.isdisjoint(fields)


def _with_deeper_bodies(
    opened: Opened, known: Sequence[Candidate], finder: Finder
) -> Candidate | None:
    """Bodies wherever they stand, where these formats find fewer."""
    found = _as_bodies_within(opened, finder) if known else None
    if found is None or _bodies_of(found) <= max(map(_bodies_of, known)):
        return None
    return found


def _bodies_of(candidate: Candidate) -> int:
    return sum(len(entry.places) for entry in candidate.entries)


def _leaves_some(candidate: Candidate) -> bool:
    """Whether an exchange, or a half of one, is none of the format."""
    return bool(candidate.skipped) or any(entry.unread for entry in candidate.entries)


def _likeliest_first(fitting: Iterable[Candidate]) -> list[Candidate]:
    return sorted(fitting, key=lambda candidate: -candidate.detection.confidence)


def forced(opened: Opened, name: str) -> Candidate | None:
    """How to read an upload as the format of this name, even if it does not look like it."""
    if name in LOGS:
        log = LOGS[name]
        if log.TRAITS.by_shape:
            return by_shape(opened)
        detection = _detection(log, opened, "session", _asked(log))
        return _as_log(log, opened, opened.documents) or Candidate(detection, log=log)
    wire = FORMATS[name]
    streamed = _as_stream(opened, wire)
    if streamed or opened.container == "sse":
        return next(iter(streamed), None)
    entries = [
        entry
        for value, at in _documents(opened)
        for entry in entries_as(wire, value, at, None)
    ]
    as_asked = _candidate(wire, opened, Found(_asked(wire), entries)) if entries else None
    return _as_wire(wire, opened, _documents(opened), Finder()) or as_asked


def by_shape(opened: Opened, mapping: Mapping | None = None) -> Candidate | None:
    """How to read what no format knows: by this mapping, or by one that its shape tells; None
    where it tells none."""
    mapping = mapping or shapes.guess(opened.documents)
    if mapping is None:
        return None
    name, title = mapping.name or shapes.NAME, mapping.title or mapping.name or shapes.TITLE
    found = Detection(name, title, opened.container, "session", 0.3, "")
    return Candidate(found, log=shapes, mapping=mapping)


def of_no_format(opened: Opened, mappings: Iterable[Mapping]) -> list[Candidate]:
    """How to read what no format knows: by the first of these mappings that its structure
    fits; or else by the known bodies in it, or by its shape; where neither tells anything, by
    what may be a body."""
    fitting = (one for one in mappings if Mapped(one).recognise_documents(opened.documents))
    mapping = next(fitting, None)
    ways, finder = [by_shape(opened, mapping)], Finder()
    if mapping is None:
        ways.insert(0, _as_bodies_within(opened, finder))
    found = [way for way in ways if way is not None]
    likely = None if found else _as_bodies_within(opened, finder, LIKELY)
    return found if likely is None else [likely]


def _asked(format: BodyFormat | LogFormat) -> Recognition:
    return Recognition(
        "request", 0, f"It does not look like {format.TITLE}; it was asked for."
    )


def _documents(opened: Opened) -> list[tuple[JsonValue, Address]]:
    numbered = enumerate(opened.documents, opened.first)
    return [(value, address.root(number)) for number, value in numbered]


def _detection(
    format: BodyFormat | LogFormat, opened: Opened, shape: str, why: Recognition
) -> Detection:
    return Detection(
        format.NAME, format.TITLE, opened.container, shape, why.confidence, why.reason
    )


def _as_stream(opened: Opened, asked: BodyFormat | None = None) -> list[Candidate]:
    """The formats that fit an upload of events, or only the asked one."""
    assembled = _assembled(opened)
    if assembled is None:
        return []
    spoken_by, answers = assembled
    known = {wire.NAME: wire for wire in FORMATS.values() if wire.NAME in spoken_by}
    names = [name for name in spoken_by if name in known]
    names = [name for name in names if asked is None or name == asked.NAME]
    if not names:
        return []
    recognised = {name: known[name].recognise(answers[0].value) for name in names}
    reasons = {
        name: Recognition(
            "response", why.confidence, f"The events of a stream, put together: {why.reason}"
        )
        for name, why in recognised.items()
        if why is not None and why.shape == "response"
    }
    if not reasons:
        reason = f"The events of a stream as {known[names[0]].TITLE} sends them."
        reasons = {names[0]: Recognition("response", 0.9, reason)}
    fitting = [
        _candidate(known[name], opened, Found(why, _entries_of(known[name], answers)))
        for name, why in reasons.items()
    ]
    return _likeliest_first(fitting)


def _assembled(opened: Opened) -> tuple[Sequence[str], list[Assembled]] | None:
    """The answers in an event stream, or in a list or lines of its events."""
    documents = opened.documents
    is_stream = opened.container == "sse"
    if is_stream or len(documents) > 1:
        events = _documents(opened)
    elif documents and isinstance(documents[0], list):
        events = elements(documents[0], address.root(opened.first))
    else:
        return None
    return streams.assemble(events) if is_stream else streams.assemble_values(events)


def _entries_of(wire: BodyFormat, answers: Sequence[Assembled]) -> list[Entry]:
    return [
        Entry("response", response=(answer.value, answer.root), choice=choice, stream=answer)
        for answer in answers
        for choice in choices(wire, answer.value)
    ]


MAX_LOOKED_AT = 2_000
"""Elements of a list that decide what program wrote it; each of many formats looks."""


def _beginnings(documents: Sequence[JsonValue]) -> Beginnings:
    """The documents, with the first elements of a very long list in place of all."""
    return Beginnings(map(_beginning, documents))


def _beginning(document: JsonValue) -> JsonValue:
    if isinstance(document, list):
        return document[:MAX_LOOKED_AT] if len(document) > MAX_LOOKED_AT else document
    if isinstance(document, dict) and any(map(_is_long, document.values())):
        return {
            key: value[:MAX_LOOKED_AT] if isinstance(value, list) else value
            for key, value in document.items()
        }
    return document


def _is_long(value: JsonValue) -> bool:
    return isinstance(value, list) and len(value) > MAX_LOOKED_AT


def _as_log(
    log: LogFormat, opened: Opened, documents: Sequence[JsonValue]
) -> Candidate | None:
    recognition = log.recognise_documents(documents)
    if recognition is None:
        return None
    return Candidate(_detection(log, opened, "session", recognition), log=log)


def _as_wire(
    wire: BodyFormat,
    opened: Opened,
    documents: list[tuple[JsonValue, Address]],
    finder: Finder,
) -> Candidate | None:
    if len(documents) > 1:
        bodies = _as_bodies(wire, opened, documents, finder)
        return bodies or _as_message_lines(wire, opened, documents)
    found = finder.find(wire, *documents[0])
    return None if found is None or not found.is_certain else _candidate(wire, opened, found)


def _candidate(wire: BodyFormat, opened: Opened, found: Found) -> Candidate:
    detection = _detection(wire, opened, found.entries[0].shape, found.recognition)
    return found_already(detection, wire, found)


def found_already(detection: Detection, wire: BodyFormat, found: Found) -> Candidate:
    return Candidate(detection, wire, find=lambda: found)


_Placed: TypeAlias = tuple[Found | None, Address]


def _as_bodies(
    wire: BodyFormat,
    opened: Opened,
    documents: list[tuple[JsonValue, Address]],
    finder: Finder,
) -> Candidate | None:
    """Lines that are a conversation each."""

    def found(some: Iterable[tuple[JsonValue, Address]]) -> Iterator[_Placed]:
        return ((finder.find(wire, value, at), at) for value, at in some)

    begin, rest = documents[:SAMPLE], documents[SAMPLE:]
    head: list[_Placed] = []
    if not most_are_bodies(_kept(found(begin), head), len(begin)):
        return None
    spread = found(rest[:: len(rest) // SAMPLE + 1])  # what tells the format may come late
    candidate = _candidate(wire, opened, joined([*head, *spread]))
    candidate.find = lambda: joined([*head, *found(rest)])
    return candidate


def _kept(found: Iterable[_Placed], into: list[_Placed]) -> Iterator[Found | None]:
    for one in found:
        into.append(one)
        yield one[0]


def _as_several(opened: Opened, finder: Finder) -> Candidate | None:
    """Recorded exchanges that are not all in one format; each is read by its own."""
    items = _documents(opened)
    if len(items) == 1:
        value, at = items[0]
        recorded = (value, at) if isinstance(value, list) else list_of_envelopes(value, at)
        items = [] if recorded is None else elements(*recorded)
    found = [(finder.surest(value, at), at) for value, at in items[:SAMPLE]]
    if not any(one for one, _ in found):
        return None
    found += ((finder.surest(value, at), at) for value, at in items[SAMPLE:])
    known = [one for one, _ in found if one is not None]
    names = Counter(wire.NAME for wire, _ in known)
    if len(names) < 2:
        return None
    several = of_several_formats(known)
    several.skipped = [at for one, at in found if one is None]
    return _candidate(FORMATS[names.most_common(1)[0][0]], opened, several)


def _as_bodies_within(
    opened: Opened, finder: Finder, at_least: float = SURE
) -> Candidate | None:
    """Bodies of known formats, wherever they stand."""
    known = bodies_within(_documents(opened), finder, at_least)
    if not known:
        return None
    names = Counter(wire.NAME for wire, _ in known)
    found = joined([(one, address.root()) for _, one in known]) if len(names) < 2 else None
    return _candidate(
        FORMATS[names.most_common(1)[0][0]], opened, found or of_several_formats(known)
    )


def _as_message_lines(
    wire: BodyFormat, opened: Opened, documents: list[tuple[JsonValue, Address]]
) -> Candidate | None:
    """Lines that are the messages of one conversation."""
    recognition = wire.recognise([value for value, _ in documents])
    if recognition is None or recognition.shape != "messages":
        return None
    return _candidate(
        wire, opened, Found(recognition, [Entry("messages", messages=documents)])
    )


def known_said() -> str:
    """A sentence with what is known: the providers' formats by their names, and how many
    programs there are."""
    logs = f"the logs of {len(LOGS)} programs (`crosswire formats` lists them)"
    return f"Known formats: {', '.join(FORMATS)}, and {logs}."


def known_formats() -> Sequence[str]:
    """The names that `forced` takes."""
    return (*FORMATS, *LOGS)
