"""What one JSON value holds of a format: a body, messages, or a request with its answer.

Programs that record requests, and providers that take many at once, put both into an envelope,
each in its own fields; they stand in one table here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from crosswire import address, streams
from crosswire.address import Address
from crosswire.containers import json_document, sse
from crosswire.errors import BrokenStream, UnreadableUpload
from crosswire.formats.protocol import Recognition, WireFormat
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled, Body, Entry
from crosswire.model.json_values import object_or_empty, text_field
from crosswire.reading.provider_errors import errors_in

MAX_NESTED_TEXTS = 3
"""How often JSON text inside a JSON string is opened."""

_PLACES = {
    "request": (("request",), ("request", "body"), ("body",), ("params",)),
    "response": (("response",), ("response", "body"), ("result", "message")),
}
"""Where an envelope has each half: `request` and `response` of recordings; `body`, `params`,
`response.body` and `result.message` of batches."""
_NAMES = ("custom_id", "key")
"""What a line of a batch is called by who sent it; elsewhere a `key` may be a secret."""


@dataclass(slots=True)
class Found:
    """The conversations of one format that a JSON value holds."""

    recognition: Recognition
    """The recognition that decided."""
    entries: list[Entry]
    skipped: list[Address] = field(default_factory=list)

    @property
    def is_certain(self) -> bool:
        """Whether something in it is of the format, and not only an error, which any has."""
        return self.recognition.confidence > 0


def choices(wire: WireFormat, response: JsonObject) -> range:
    """The numbers of the alternative answers in a response, of which there is one at least."""
    return range(max(1, wire.choices(response)))


def elements(values: Sequence[JsonValue], at: Address) -> list[tuple[JsonValue, Address]]:
    """The elements of an array, each with its address."""
    return [(value, Address(f"{at}/{i}")) for i, value in enumerate(values)]


def entries_as(
    wire: WireFormat, value: JsonValue, at: Address, shape: str | None
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
    answered, stream = _answer(wire, value, at)
    if answered is None:
        return [Entry("request", request=(value, at), errors=errors_in(value, at))]
    return _exchanged(wire, (value, at), answered[0], stream)


def exchange(wire: WireFormat, value: JsonObject, at: Address) -> Found | None:
    """A request with its response (`{"request": {...}, "response": {...}}`), or one of them in
    such an envelope."""
    asked = _half(wire, value, "request", at)
    answered, stream = _answer(wire, value, at)
    if asked is not None and answered is not None:
        (request, best), (response, other) = asked, answered
        better = best if best.confidence >= other.confidence else other
        found = Found(better, _exchanged(wire, request, response, stream))
    elif asked is not None:
        found = _request_alone(value, asked, at)
    elif answered is not None and stream is None:
        found = _response_alone(wire, value, answered, at)
    else:
        is_of_batch = any(text_field(value, name) for name in _NAMES)
        errors = errors_in(value, at) if is_of_batch else []
        if answered is not None or not errors:
            return None
        found = Found(Recognition("response", 0, ""), [Entry("response", errors=errors)])
    for entry in found.entries:
        entry.title = text_field(value, "custom_id")
    return found


def _answer(
    wire: WireFormat, value: JsonObject, at: Address
) -> tuple[_Half | None, Assembled | None]:
    """The answer in an object, and what that was put together from."""
    stream = _stream_in_text(wire, value.get("response"), at)
    if stream is None:
        return _half(wire, value, "response", at), None
    return ((stream.value, stream.root), Recognition("response", 0, "")), stream


def _exchanged(
    wire: WireFormat, request: Body, response: Body, stream: Assembled | None
) -> list[Entry]:
    """A request with each of its answers."""
    return [
        Entry("exchange", request, response, choice, stream=stream)
        for choice in choices(wire, response[0])
    ]


def _request_alone(value: JsonObject, asked: _Half, at: Address) -> Found:
    request, recognition = asked
    entry = Entry("request", request=request, errors=errors_in(value, at))
    if value.get("response") is not None and not entry.errors:
        entry.unread = ("response", address.child(at, "response"))
    return Found(recognition, [entry])


def _response_alone(
    wire: WireFormat, value: JsonObject, answered: _Half, at: Address
) -> Found:
    response, recognition = answered
    entries = entries_as(wire, *response, recognition.shape)
    for entry in entries:
        if value.get("request") is not None:
            entry.unread = ("request", address.child(at, "request"))
    return Found(recognition, entries)


_Half = tuple[Body, Recognition]
"""The request or the response of an exchange, with its address and why it is one."""


def _half(
    wire: WireFormat, value: JsonObject, name: Literal["request", "response"], at: Address
) -> _Half | None:
    """The request or the response of an exchange, as an object or as JSON text."""
    for path in _PLACES[name]:
        held: JsonValue = value
        for key in path:
            held = object_or_empty(held).get(key)
        body = _body(held, address.child(at, *path))
        recognition = None if body is None else wire.recognise(body[0])
        if body is not None and recognition is not None and recognition.shape == name:
            return body, recognition
    return None


def _body(value: JsonValue, at: Address) -> Body | None:
    """An object, or the one that is written in a text."""
    for _ in range(MAX_NESTED_TEXTS):
        inner = in_text(value, at) if isinstance(value, str) else None
        if inner is not None:
            value, at = inner
    return (value, at) if isinstance(value, dict) else None


def _stream_in_text(wire: WireFormat, text: JsonValue, at: Address) -> Assembled | None:
    """The answer of an exchange whose response is the text of an event stream."""
    events = sse.read_text(text) if isinstance(text, str) else None
    if events is None:
        return None
    root = address.nested(address.child(at, "response"))
    try:
        found = streams.assemble(elements(events, root))
    except BrokenStream:
        return None
    if found is None or wire.NAME not in found[0] or len(found[1]) != 1:
        return None
    return replace(found[1][0], root=root)


def in_text(text: str, at: Address) -> tuple[JsonValue, Address] | None:
    """The JSON that is written in a string."""
    if text.lstrip()[:1] not in ("{", "[", '"'):
        return None
    try:
        return json_document.read(text.encode("utf-8", "surrogatepass")), address.nested(at)
    except UnreadableUpload:
        return None
