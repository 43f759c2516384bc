"""What one JSON value holds of a format: a body, messages, or a request with its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire import address
from crosswire.address import Address
from crosswire.formats.protocol import BodyFormat, Recognition
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Body, Entry
from crosswire.model.json_values import text_field
from crosswire.reading.addressed import is_addressed_to
from crosswire.reading.catalogue import tells_another
from crosswire.reading.envelopes import (
    Envelope,
    Envelopes,
    Stream,
    may_be_envelope,
)
from crosswire.reading.provider_errors import errors_in
from crosswire.reading.recorders_words import told_of

_NAMES = ("custom_id", "key")
"""What a line of a batch is called by who sent it; elsewhere a `key` may be a secret."""
_Half: TypeAlias = tuple[Body, Recognition]
"""The request or the response of an exchange, with its address and why it is one."""


class Found(Struct):
    """The conversations of one format that a JSON value holds."""

    recognition: Recognition
    """The recognition that decided."""
    entries: list[Entry]
    skipped: list[Address] = field(default_factory=list)

    @property
    def is_certain(self) -> bool:
        """Whether something in it is of the format, and not only an error, which any has."""
        return self.recognition.confidence > 0


def choices(wire: BodyFormat, response: JsonObject) -> range:
    """The numbers of the alternative answers in a response, of which there is one at least."""
    return range(max(1, wire.choices(response)))


def elements(values: Sequence[JsonValue], at: Address) -> list[tuple[JsonValue, Address]]:
    """The elements of an array, each with its address."""
    return [(value, Address(f"{at}/{i}")) for i, value in enumerate(values)]


def entries_as(
    wire: BodyFormat,
    value: JsonValue,
    at: Address,
    shape: str | None,
    envelopes: Envelopes | None = None,
) -> list[Entry]:
    """The conversations in a value of this shape; None: an object is taken for a request."""
    if isinstance(value, list):
        return [Entry("messages", messages=elements(value, at))]
    if not isinstance(value, dict):
        return []
    if shape == "message":
        return [Entry("messages", messages=[(value, at)])]
    if shape == "response":
        numbers = choices(wire, value)
        return [Entry("response", response=(value, at), choice=number) for number in numbers]
    envelope = (envelopes or Envelopes()).of(value, at)
    answered, stream = _answer(wire, envelope)
    if answered is None:
        return [Entry("request", request=(value, at), errors=errors_in(value, at))]
    return _exchanged(wire, (value, at), answered[0], stream)


def may_be_exchange(value: JsonObject) -> bool:
    """Whether an object has a field in which an exchange stands, or what names one."""
    return may_be_envelope(value) or not value.keys().isdisjoint(_NAMES)


def exchange(wire: BodyFormat, envelope: Envelope) -> Found | None:
    """A request with its response (`{"request": {...}, "response": {...}}`), or one of them in
    such an envelope."""
    value, at = envelope.value, envelope.at
    asked = _addressed(wire, value, _half(wire, envelope.requests, "request"))
    answered, stream = _answer(wire, envelope)
    if asked is not None and answered is None and not envelope.unknown:
        answered, stream = _answer(wire, envelope.beside)
    elif asked is None and answered is not None and not _may_hold_body(value.get("request")):
        asked = _half(wire, envelope.beside.requests, "request")
    if asked is not None and answered is not None:
        (request, best), (response, other) = asked, answered
        better = best if best.confidence >= other.confidence else other
        found = Found(better, _exchanged(wire, request, response, stream))
    elif asked is not None:
        bodies = [*(body for body, _ in envelope.responses), *envelope.unknown]
        if tells_another(bodies):
            return None
        found = _request_alone(value, asked, at)
    elif answered is not None and (stream is None or answered[1].confidence > 0):
        found = _response_alone(wire, value, answered, at, stream)
    else:
        is_of_batch = any(text_field(value, name) for name in _NAMES)
        errors = errors_in(value, at) if is_of_batch else []
        if answered is not None or not errors:
            return None
        found = Found(Recognition("response", 0, ""), [Entry("response", errors=errors)])
    for entry in found.entries:
        entry.title = text_field(value, "custom_id")
        entry.recorded_in = envelope.places
        entry.told = told_of(value)
    return found


def with_answers(
    asked: Entry, answers: Sequence[Entry], at: Address, record: JsonObject
) -> list[Entry]:
    """A request with each of its answers, of an object that holds both in some fields."""
    told = told_of(record)
    return [
        replace(one, shape="exchange", request=asked.request, recorded_in=(at,), told=told)
        for one in answers
    ]


def _half(
    wire: BodyFormat, bodies: Sequence[Body], name: Literal["request", "response"]
) -> _Half | None:
    """The first body that the format knows as a request, or as a response."""
    for body in bodies:
        recognition = wire.recognise(body[0])
        if recognition is not None and recognition.shape == name:
            return body, recognition
    return None


_ADDRESSED = 0.8
"""Confidence in what fits a format and was sent to its address."""


def _addressed(wire: BodyFormat, value: JsonObject, asked: _Half | None) -> _Half | None:
    """The same half, surer where it was sent to an address of the format."""
    if asked is None or asked[1].confidence >= _ADDRESSED:
        return asked
    if not is_addressed_to(wire.NAME, value):
        return asked
    return asked[0], replace(asked[1], confidence=_ADDRESSED)


def _answer(wire: BodyFormat, envelope: Envelope) -> tuple[_Half | None, Stream | None]:
    """The answer in an envelope, and what that was put together from."""
    for stream in envelope.streams:
        if wire.NAME in stream.spoken_by:
            answer = stream.answer
            why = wire.recognise(answer.value)
            known = why if why is not None and why.shape == "response" else None
            return ((answer.value, answer.root), known or _UNSURE), stream
    return _half(wire, envelope.responses, "response"), None


_UNSURE = Recognition("response", 0, "")


def _exchanged(
    wire: BodyFormat, request: Body, response: Body, stream: Stream | None
) -> list[Entry]:
    """A request with each of its answers."""
    entries = [
        Entry("exchange", request, response, choice) for choice in choices(wire, response[0])
    ]
    return _from_events(entries, stream)


def _from_events(entries: list[Entry], stream: Stream | None) -> list[Entry]:
    """Let entries say what their answer was put together from."""
    if stream is not None:
        for entry in entries:
            entry.stream, entry.events = stream.answer, stream.events
            entry.events_apart = stream.events_apart
    return entries


def _request_alone(value: JsonObject, asked: _Half, at: Address) -> Found:
    request, recognition = asked
    entry = Entry("request", request=request, errors=errors_in(value, at))
    if value.get("response") is not None and not entry.errors:
        entry.unread = ("response", address.child(at, "response"))
    return Found(recognition, [entry])


def _response_alone(
    wire: BodyFormat,
    value: JsonObject,
    answered: _Half,
    at: Address,
    stream: Stream | None,
) -> Found:
    response, recognition = answered
    entries = _from_events(entries_as(wire, *response, recognition.shape), stream)
    for entry in entries:
        if _may_hold_body(value.get("request")):
            entry.unread = ("request", address.child(at, "request"))
    return Found(recognition, entries)


def _may_hold_body(request: JsonValue) -> bool:
    """Whether something was sent: what fetches an answer (`GET`) has no body."""
    method = text_field(request, "method")
    return request is not None and (method is None or method.upper() != "GET")
