"""Which format an upload is in, with the reason; and where its conversations stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from crosswire import address, streams
from crosswire.address import Address
from crosswire.containers import json_document, sse
from crosswire.containers.opened import Opened
from crosswire.errors import BrokenStream, UnreadableUpload
from crosswire.formats import FORMATS
from crosswire.formats.protocol import Recognition, WireFormat
from crosswire.logs import LOGS
from crosswire.logs.protocol import LogFormat
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled, Entry

MOST_NESTED_TEXTS = 3
"""How often JSON text inside a JSON string is opened."""

SAMPLE = 40
"""Documents looked at before deciding what the lines of a file are."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A format that fits an upload, and why."""

    format: str
    title: str
    container: str
    shape: str
    confidence: float
    """0 to 1; see `Recognition.confidence`."""
    reason: str


@dataclass(slots=True)
class Candidate:
    """A format that fits, with what to read by it."""

    detection: Detection
    wire: WireFormat | None = None
    log: LogFormat | None = None
    entries: list[Entry] = field(default_factory=list)
    skipped: list[Address] = field(default_factory=list)
    """Places where a conversation might stand, and nothing of this format does."""


@dataclass(slots=True)
class _Found:
    """What one JSON value holds of a format."""

    recognition: Recognition
    """Of what decided."""
    entries: list[Entry]
    skipped: list[Address] = field(default_factory=list)


def candidates(opened: Opened) -> list[Candidate]:
    """All formats that fit an opened upload, the likeliest first; raises BrokenStream."""
    streamed = _as_stream(opened)
    if streamed:
        return streamed
    found = [_as_log(log, opened) for log in LOGS.values()] + [
        _as_wire(wire, opened) for wire in FORMATS.values()
    ]
    return sorted((c for c in found if c is not None), key=lambda c: -c.detection.confidence)


def forced(opened: Opened, name: str) -> Candidate | None:
    """How to read an upload as a format that somebody insists on, whether or not it looks like
    it."""
    if name in LOGS:
        found = _as_log(LOGS[name], opened)
        return found or Candidate(
            _detection(LOGS[name], opened, "session", _asked(LOGS[name])), log=LOGS[name]
        )
    wire = FORMATS[name]
    streamed = _as_stream(opened, wire)
    if streamed or opened.container == "sse":
        return streamed[0] if streamed else None
    found = _as_wire(wire, opened)
    if found is not None:
        return found
    entries = [
        _forced_entry(value, address.root(i)) for i, value in enumerate(opened.documents)
    ]
    kept = [entry for entry in entries if entry is not None]
    return _candidate(wire, opened, _Found(_asked(wire), kept)) if kept else None


def _asked(format: WireFormat | LogFormat) -> Recognition:
    return Recognition(
        "request", 0, f"It does not look like {format.TITLE}; it was asked for."
    )


def _forced_entry(value: JsonValue, at: Address) -> Entry | None:
    if isinstance(value, dict):
        return Entry("request", request=(value, at))
    if isinstance(value, list):
        return Entry(
            "messages", messages=[(item, Address(f"{at}/{i}")) for i, item in enumerate(value)]
        )
    return None


def _detection(
    format: WireFormat | LogFormat, opened: Opened, shape: str, why: Recognition
) -> Detection:
    return Detection(
        format.NAME, format.TITLE, opened.container, shape, why.confidence, why.reason
    )


def _as_stream(opened: Opened, asked: WireFormat | None = None) -> list[Candidate]:
    """The formats that fit an upload of events, or the one that was asked for; raises
    BrokenStream."""
    assembled = _assembled(opened)
    if assembled is None:
        return []
    spoken_by, answers = assembled
    if asked is not None and asked.NAME not in spoken_by:
        return []
    found = []
    for name in spoken_by if asked is None else [asked.NAME]:
        recognition = FORMATS[name].recognise(answers[0].value)
        if recognition is not None and recognition.shape == "response":
            why = f"The events of a stream, put together: {recognition.reason}"
            found.append((name, Recognition("response", recognition.confidence, why)))
    if not found:
        why = f"The events of a stream as {FORMATS[spoken_by[0]].TITLE} sends them."
        found.append(
            (spoken_by[0] if asked is None else asked.NAME, Recognition("response", 0.9, why))
        )
    made = [
        _candidate(FORMATS[name], opened, _Found(why, _entries_of(FORMATS[name], answers)))
        for name, why in found
    ]
    return sorted(made, key=lambda candidate: -candidate.detection.confidence)


def _assembled(opened: Opened) -> tuple[Sequence[str], list[Assembled]] | None:
    """The answers in an event stream, or in a list or lines of its events."""
    documents = opened.documents
    try:
        if opened.container == "sse":
            return streams.assemble(
                [(value, address.root(i)) for i, value in enumerate(documents)]
            )
        if len(documents) > 1:
            return streams.assemble_values(
                [(value, address.root(i)) for i, value in enumerate(documents)]
            )
        if documents and isinstance(documents[0], list):
            return streams.assemble_values(
                [(v, Address(f"0:/{i}")) for i, v in enumerate(documents[0])]
            )
    except BrokenStream as broken:
        number = address.document_of(Address(broken.address))
        if opened.lines is not None:
            raise BrokenStream(
                broken.cause, broken.address, line=opened.lines[number]
            ) from broken
        raise
    return None


def _entries_of(wire: WireFormat, answers: Sequence[Assembled]) -> list[Entry]:
    return [
        Entry("response", response=(answer.value, answer.root), choice=choice, stream=answer)
        for answer in answers
        for choice in range(max(1, wire.choices(answer.value)))
    ]


def _as_log(log: LogFormat, opened: Opened) -> Candidate | None:
    recognition = log.recognise_documents(opened.documents)
    if recognition is None:
        return None
    return Candidate(_detection(log, opened, "session", recognition), log=log)


def _as_wire(wire: WireFormat, opened: Opened) -> Candidate | None:
    documents = [(value, address.root(i)) for i, value in enumerate(opened.documents)]
    if len(documents) > 1:
        return _as_bodies(wire, opened, documents) or _as_message_lines(
            wire, opened, documents
        )
    found = _find(wire, *documents[0])
    return _candidate(wire, opened, found) if found is not None else None


def _candidate(wire: WireFormat, opened: Opened, found: _Found) -> Candidate:
    detection = _detection(wire, opened, found.entries[0].shape, found.recognition)
    return Candidate(detection, wire, entries=found.entries, skipped=found.skipped)


def _as_bodies(
    wire: WireFormat, opened: Opened, documents: list[tuple[JsonValue, Address]]
) -> Candidate | None:
    """Lines that are a conversation each."""
    if not _most_are_bodies([_find(wire, value, at) for value, at in documents[:SAMPLE]]):
        return None
    return _candidate(
        wire, opened, _joined([(_find(wire, value, at), at) for value, at in documents])
    )


def _as_message_lines(
    wire: WireFormat, opened: Opened, documents: list[tuple[JsonValue, Address]]
) -> Candidate | None:
    """Lines that are the messages of one conversation."""
    recognition = wire.recognise([value for value, _ in documents])
    if recognition is None or recognition.shape != "messages":
        return None
    return _candidate(
        wire, opened, _Found(recognition, [Entry("messages", messages=documents)])
    )


def _find(wire: WireFormat, value: JsonValue, at: Address, depth: int = 0) -> _Found | None:
    """What a JSON value holds of a format: a body, an exchange, messages, or several."""
    if isinstance(value, str):
        inner = _in_text(value, at) if depth < MOST_NESTED_TEXTS else None
        return _find(wire, *inner, depth + 1) if inner is not None else None
    recognition = wire.recognise(value)
    if recognition is not None:
        return _Found(recognition, _entries_as(wire, value, at, recognition))
    exchange = _exchange(wire, value, at) if isinstance(value, dict) else None
    return exchange or (_several(wire, value, at) if depth == 0 else None)


def _entries_as(
    wire: WireFormat, value: JsonValue, at: Address, recognition: Recognition
) -> list[Entry]:
    if isinstance(value, list):
        return [
            Entry(
                "messages",
                messages=[(item, Address(f"{at}/{i}")) for i, item in enumerate(value)],
            )
        ]
    if not isinstance(value, dict):
        return []
    if recognition.shape == "message":
        return [Entry("messages", messages=[(value, at)])]
    if recognition.shape == "response":
        return [
            Entry("response", response=(value, at), choice=n)
            for n in range(max(1, wire.choices(value)))
        ]
    return [Entry("request", request=(value, at))]


def _exchange(wire: WireFormat, value: JsonObject, at: Address) -> _Found | None:
    """A request beside its response: `{"request": {...}, "response": {...}}`."""
    if value.get("request") is None:
        return None
    asked, answered = _half(wire, value, "request", at), _half(wire, value, "response", at)
    stream = _stream_in_text(wire, value.get("response"), at) if asked is not None else None
    if stream is not None:
        answered = (stream.value, stream.root), Recognition("response", 0, "")
    if asked is not None and answered is not None:
        (request, best), (response, other) = asked, answered
        best = best if best.confidence >= other.confidence else other
        count = max(1, wire.choices(response[0]))
        return _Found(
            best,
            [
                Entry("exchange", request, response, choice, stream=stream)
                for choice in range(count)
            ],
        )
    if asked is not None:
        entry = Entry("request", request=asked[0])
        if value.get("response") is not None:
            entry.unread = ("response", address.child(at, "response"))
        return _Found(asked[1], [entry])
    if answered is not None:
        response, why = answered
        entries = _entries_as(wire, *response, why)
        for entry in entries:
            entry.unread = ("request", address.child(at, "request"))
        return _Found(why, entries)
    return None


def _half(
    wire: WireFormat, value: JsonObject, name: Literal["request", "response"], at: Address
) -> tuple[tuple[JsonObject, Address], Recognition] | None:
    """The request or the response of an exchange, as an object or as JSON text."""
    inner: tuple[JsonValue, Address] | None = (value.get(name), address.child(at, name))
    for _ in range(MOST_NESTED_TEXTS):
        if inner is not None and isinstance(inner[0], str):
            inner = _in_text(inner[0], inner[1])
    if inner is None or not isinstance(inner[0], dict):
        return None
    recognition = wire.recognise(inner[0])
    return (
        ((inner[0], inner[1]), recognition)
        if recognition and recognition.shape == name
        else None
    )


def _stream_in_text(wire: WireFormat, text: JsonValue, at: Address) -> Assembled | None:
    """The one answer in the response of an exchange that was kept as the text of its event
    stream."""
    events = sse.read_text(text) if isinstance(text, str) else None
    if events is None:
        return None
    root = address.nested(address.child(at, "response"))
    try:
        found = streams.assemble(
            [(value, Address(f"{root}/{i}")) for i, value in enumerate(events)]
        )
    except BrokenStream:
        return None
    if found is None or wire.NAME not in found[0] or len(found[1]) != 1:
        return None
    return replace(found[1][0], root=root)


def _several(wire: WireFormat, value: JsonValue, at: Address) -> _Found | None:
    """Conversations in an array, or in an object by their names."""
    if not isinstance(value, (dict, list)):
        return None
    named: Iterable[tuple[str | int, JsonValue]] = (
        value.items() if isinstance(value, dict) else enumerate(value)
    )
    sample = list(islice(named, SAMPLE))
    if not all(isinstance(item, (dict, list)) for _, item in sample):
        return None
    if not _most_are_bodies([_find(wire, item, at, 1) for _, item in sample]):
        return None
    named = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[_Found | None, Address]] = []
    for name, item in named:
        place = address.child(at, name)
        one = _find(wire, item, place, 1)
        found.append((one, place))
        for entry in one.entries if one is not None and isinstance(value, dict) else []:
            entry.title = str(name)
    return _joined(found) if _most_are_bodies([one for one, _ in found]) else None


def _most_are_bodies(found: Sequence[_Found | None]) -> bool:
    bodies = sum(one is not None and one.recognition.shape != "message" for one in found)
    return 2 * bodies > len(found)


def _joined(found: Sequence[tuple[_Found | None, Address]]) -> _Found:
    """Several conversations as one find, decided by the surest of them."""
    known = [one for one, _ in found if one is not None]
    best = max(
        (one.recognition for one in known), key=lambda recognition: recognition.confidence
    )
    skipped = [
        place for one, at in found for place in (one.skipped if one is not None else [at])
    ]
    return _Found(best, [entry for one in known for entry in one.entries], skipped)


def _in_text(text: str, at: Address) -> tuple[JsonValue, Address] | None:
    """The JSON that is written in a string."""
    if text.lstrip()[:1] not in ("{", "[", '"'):
        return None
    try:
        return json_document.read(text.encode("utf-8", "surrogatepass")), address.nested(at)
    except UnreadableUpload:
        return None


def known_formats() -> Sequence[str]:
    """The names that `forced` takes."""
    return (*FORMATS, *LOGS)
