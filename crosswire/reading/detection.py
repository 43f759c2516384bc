"""Detects the format of an upload, with the reason, and the places of its conversations."""

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
from crosswire.model.json_values import list_or_empty

MAX_NESTED_TEXTS = 3
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
    """Places that may hold a conversation and hold nothing of this format."""


@dataclass(slots=True)
class _Found:
    """The conversations of one format that a JSON value holds."""

    recognition: Recognition
    """The recognition that decided."""
    entries: list[Entry]
    skipped: list[Address] = field(default_factory=list)


def candidates(opened: Opened) -> list[Candidate]:
    """All formats that fit an opened upload, the likeliest first; raises BrokenStream."""
    streamed = _as_stream(opened)
    if streamed:
        return streamed
    fitting = [
        *(_as_log(log, opened) for log in LOGS.values()),
        *(_as_wire(wire, opened) for wire in FORMATS.values()),
    ]
    return _likeliest_first(candidate for candidate in fitting if candidate is not None)


def _likeliest_first(fitting: Iterable[Candidate]) -> list[Candidate]:
    return sorted(fitting, key=lambda candidate: -candidate.detection.confidence)


def forced(opened: Opened, name: str) -> Candidate | None:
    """How to read an upload as the format of this name, even if it does not look like it."""
    if name in LOGS:
        log = LOGS[name]
        detection = _detection(log, opened, "session", _asked(log))
        return _as_log(log, opened) or Candidate(detection, log=log)
    wire = FORMATS[name]
    streamed = _as_stream(opened, wire)
    if streamed or opened.container == "sse":
        return next(iter(streamed), None)
    entries = [
        entry
        for value, at in _documents(opened)
        for entry in _entries_as(wire, value, at, None)
    ]
    as_asked = _candidate(wire, opened, _Found(_asked(wire), entries)) if entries else None
    return _as_wire(wire, opened) or as_asked


def _asked(format: WireFormat | LogFormat) -> Recognition:
    return Recognition(
        "request", 0, f"It does not look like {format.TITLE}; it was asked for."
    )


def _documents(opened: Opened) -> list[tuple[JsonValue, Address]]:
    return [(value, address.root(i)) for i, value in enumerate(opened.documents)]


def _elements(values: Sequence[JsonValue], at: Address) -> list[tuple[JsonValue, Address]]:
    return [(value, Address(f"{at}/{i}")) for i, value in enumerate(values)]


def _choices(wire: WireFormat, response: JsonObject) -> range:
    """The numbers of the alternative answers in a response, of which there is one at least."""
    return range(max(1, wire.choices(response)))


def _detection(
    format: WireFormat | LogFormat, opened: Opened, shape: str, why: Recognition
) -> Detection:
    return Detection(
        format.NAME, format.TITLE, opened.container, shape, why.confidence, why.reason
    )


def _as_stream(opened: Opened, asked: WireFormat | None = None) -> list[Candidate]:
    """The formats that fit an upload of events, or only the asked one; raises BrokenStream."""
    assembled = _assembled(opened)
    if assembled is None:
        return []
    spoken_by, answers = assembled
    names = [name for name in spoken_by if asked is None or name == asked.NAME]
    if not names:
        return []
    recognised = {name: FORMATS[name].recognise(answers[0].value) for name in names}
    reasons = {
        name: Recognition(
            "response", why.confidence, f"The events of a stream, put together: {why.reason}"
        )
        for name, why in recognised.items()
        if why is not None and why.shape == "response"
    }
    if not reasons:
        reason = f"The events of a stream as {FORMATS[spoken_by[0]].TITLE} sends them."
        reasons = {names[0]: Recognition("response", 0.9, reason)}
    fitting = [
        _candidate(FORMATS[name], opened, _Found(why, _entries_of(FORMATS[name], answers)))
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
        events = _elements(documents[0], address.root(0))
    else:
        return None
    try:
        return streams.assemble(events) if is_stream else streams.assemble_values(events)
    except BrokenStream as broken:
        if opened.lines is None:
            raise
        line = opened.lines[address.document_of(Address(broken.address))]
        raise BrokenStream(broken.cause, broken.address, line=line) from broken


def _entries_of(wire: WireFormat, answers: Sequence[Assembled]) -> list[Entry]:
    return [
        Entry("response", response=(answer.value, answer.root), choice=choice, stream=answer)
        for answer in answers
        for choice in _choices(wire, answer.value)
    ]


def _as_log(log: LogFormat, opened: Opened) -> Candidate | None:
    recognition = log.recognise_documents(opened.documents)
    if recognition is None:
        return None
    return Candidate(_detection(log, opened, "session", recognition), log=log)


def _as_wire(wire: WireFormat, opened: Opened) -> Candidate | None:
    documents = _documents(opened)
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
        inner = _in_text(value, at) if depth < MAX_NESTED_TEXTS else None
        return _find(wire, *inner, depth + 1) if inner is not None else None
    recognition = wire.recognise(value)
    if recognition is not None:
        return _Found(recognition, _entries_as(wire, value, at, recognition.shape))
    exchange = _exchange(wire, value, at) if isinstance(value, dict) else None
    return exchange or (_several(wire, value, at) if depth == 0 else None)


def _entries_as(
    wire: WireFormat, value: JsonValue, at: Address, shape: str | None
) -> list[Entry]:
    """The conversations in a value of this shape; None: an object is taken for a request."""
    if isinstance(value, list):
        return [Entry("messages", messages=_elements(value, at))]
    if not isinstance(value, dict):
        return []
    if shape == "message":
        return [Entry("messages", messages=[(value, at)])]
    if shape == "response":
        numbers = _choices(wire, value)
        return [Entry("response", response=(value, at), choice=number) for number in numbers]
    answered, stream = _answer(wire, value, at)
    if answered is None:
        return [Entry("request", request=(value, at))]
    return _exchanged(wire, (value, at), answered[0], stream)


def _exchange(wire: WireFormat, value: JsonObject, at: Address) -> _Found | None:
    """A request with its response: `{"request": {...}, "response": {...}}`."""
    if value.get("request") is None:
        return None
    asked = _half(wire, value, "request", at)
    answered, stream = _answer(wire, value, at)
    if asked is None:
        alone = None if stream is not None else answered
        return None if alone is None else _response_alone(wire, alone, at)
    if answered is None:
        return _request_alone(value, asked, at)
    (request, best), (response, other) = asked, answered
    return _Found(
        best if best.confidence >= other.confidence else other,
        _exchanged(wire, request, response, stream),
    )


def _answer(
    wire: WireFormat, value: JsonObject, at: Address
) -> tuple[_Half | None, Assembled | None]:
    """What an object has in `response`, and what that was put together from."""
    stream = _stream_in_text(wire, value.get("response"), at)
    if stream is None:
        return _half(wire, value, "response", at), None
    return ((stream.value, stream.root), Recognition("response", 0, "")), stream


def _exchanged(
    wire: WireFormat,
    request: tuple[JsonObject, Address],
    response: tuple[JsonObject, Address],
    stream: Assembled | None,
) -> list[Entry]:
    """A request with each of its answers."""
    return [
        Entry("exchange", request, response, choice, stream=stream)
        for choice in _choices(wire, response[0])
    ]


def _request_alone(value: JsonObject, asked: _Half, at: Address) -> _Found:
    request, recognition = asked
    entry = Entry("request", request=request)
    if value.get("response") is not None:
        entry.unread = ("response", address.child(at, "response"))
    return _Found(recognition, [entry])


def _response_alone(wire: WireFormat, answered: _Half, at: Address) -> _Found:
    response, recognition = answered
    entries = _entries_as(wire, *response, recognition.shape)
    for entry in entries:
        entry.unread = ("request", address.child(at, "request"))
    return _Found(recognition, entries)


_Half = tuple[tuple[JsonObject, Address], Recognition]
"""The request or the response of an exchange, with its address and why it is one."""


def _half(
    wire: WireFormat, value: JsonObject, name: Literal["request", "response"], at: Address
) -> _Half | None:
    """The request or the response of an exchange, as an object or as JSON text."""
    inner: tuple[JsonValue, Address] | None = (value.get(name), address.child(at, name))
    for _ in range(MAX_NESTED_TEXTS):
        if inner is not None and isinstance(inner[0], str):
            inner = _in_text(inner[0], inner[1])
    if inner is None or not isinstance(inner[0], dict):
        return None
    recognition = wire.recognise(inner[0])
    if recognition is None or recognition.shape != name:
        return None
    return (inner[0], inner[1]), recognition


def _stream_in_text(wire: WireFormat, text: JsonValue, at: Address) -> Assembled | None:
    """The answer of an exchange whose response is the text of an event stream."""
    events = sse.read_text(text) if isinstance(text, str) else None
    if events is None:
        return None
    root = address.nested(address.child(at, "response"))
    try:
        found = streams.assemble(_elements(events, root))
    except BrokenStream:
        return None
    if found is None or wire.NAME not in found[0] or len(found[1]) != 1:
        return None
    return replace(found[1][0], root=root)


def _several(wire: WireFormat, value: JsonValue, at: Address) -> _Found | None:
    """Conversations in an array, or in an object by their names."""
    sample = [item for _, item in islice(_named_values(value), SAMPLE)]
    if not all(isinstance(item, (dict, list)) for item in sample):
        return None
    if not _most_are_bodies([_find(wire, item, at, 1) for item in sample]):
        return None
    bodies: list[tuple[_Found | None, Address]] = []
    for name, item in _named_values(value):
        place = address.child(at, name)
        body = _find(wire, item, place, 1)
        bodies.append((body, place))
        if body is not None and isinstance(name, str):
            for entry in body.entries:
                entry.title = name
    return _joined(bodies) if _most_are_bodies([body for body, _ in bodies]) else None


def _named_values(value: JsonValue) -> Iterable[tuple[str | int, JsonValue]]:
    """The fields of an object, or the elements of an array with their positions."""
    return value.items() if isinstance(value, dict) else enumerate(list_or_empty(value))


def _most_are_bodies(found: Sequence[_Found | None]) -> bool:
    bodies = sum(body is not None and body.recognition.shape != "message" for body in found)
    return 2 * bodies > len(found)


def _joined(found: Sequence[tuple[_Found | None, Address]]) -> _Found:
    """Several conversations as one find, decided by the surest of them."""
    known = [body for body, _ in found if body is not None]
    best = max((body.recognition for body in known), key=lambda why: why.confidence)
    skipped: list[Address] = []
    for body, place in found:
        skipped += [place] if body is None else body.skipped
    return _Found(best, [entry for body in known for entry in body.entries], skipped)


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
