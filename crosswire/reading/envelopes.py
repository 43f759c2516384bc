"""Requests and answers in the envelopes that programs record them in, whatever their format.

Proxies, test recorders, browsers and providers that take many requests at once each have
fields of their own for the two bodies; they stand in two tables here. A body is an object,
JSON text, or an answer in events: the text of an event stream, or a list of events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire import address, streams
from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.containers import event_frames, json_document, json_lines, packed_text, sse
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled, Body
from crosswire.model.json_values import list_or_empty, object_or_empty

MAX_NESTED_TEXTS = 3
"""How often JSON text inside a JSON string is opened."""
MAX_DEPTH = 3
"""Objects around a list of envelopes: `log` and `entries` of a HAR."""

_Path: TypeAlias = tuple[str, ...]
_BODIES: tuple[_Path, ...] = (
    (),
    ("body",),
    ("body", "string"),
    ("body", "base64_string"),
    ("parsed_body",),
    ("body_raw",),
)
"""Where either half of a recording has its body: VCR and its kin, proxies."""
_REQUESTS: tuple[_Path, ...] = (
    *(("request", *path) for path in _BODIES),
    ("request", "postData", "text"),
    ("when", "body"),
    ("request_body",),
    ("requestBody",),
    ("req", "body"),
    ("req",),
    ("proxy_server_request", "body"),
    ("proxy_server_request",),
    ("body",),
    ("params",),
)
"""`postData.text` of a HAR; `request_body` and `proxy_server_request` of gateways that write a
row an exchange; `body` of recordings without a field for the request, and of batches; `params`
of Anthropic's batches."""
_RESPONSES: tuple[_Path, ...] = (
    *(("response", *path) for path in _BODIES),
    ("response", "content", "text"),
    ("result", "message"),
    ("then", "body"),
    ("response_body",),
    ("responseBody",),
    ("res", "body"),
    ("res",),
    ("body",),
)
"""`content.text` of a HAR; `result.message` of Anthropic's batches; `body` of an answer alone,
beside its status."""
_ASKING = ("request", "httpRequest", "Request", "when", "req")
_ANSWERING = ("response", "httpResponse", "Response", "then", "res", "resp")
"""What the halves are called whose bodies stand in fields of the recorder's own."""
_MAX_DEEPER = 4
_MOST_DEEPER = 200
"""Levels, and values of one, in which such a body is looked for."""
_SHORTEST = 20
"""Characters that a body has as text."""
_FIELDS = frozenset(
    {"messages", "message", "contents", "input", "output", "choices", "candidates", "content"}
    | {"steps", "prompt", "system", "tools", "model", "error", "response", "data", "object"}
)
"""Some of these has every body of a format, or what is right around it."""
_ANSWER_KEYS = frozenset(path[0] for path in _RESPONSES).union(_ANSWERING)
_FIRST_KEYS = _ANSWER_KEYS.union(path[0] for path in _REQUESTS).union(_ASKING)
"""One of these has every object that is an envelope."""
_HALVES = frozenset(
    {*_ASKING, *_ANSWERING, "request_body", "response_body", "requestBody", "responseBody"}
)
SOCKET = "_webSocketMessages"
"""Where browsers write down what went over a WebSocket, in an entry of a HAR."""
_WRAPPED = "__data__"
"""Where a recorder that writes down types has a value, beside `__type__`."""


class Stream(Struct, frozen=True):
    """An answer that came in events."""

    spoken_by: Sequence[str]
    """The formats that it may be of."""
    answer: Assembled
    events: JsonValue
    """The text or the list that it was put together from."""
    events_apart: Sequence[JsonValue] = ()
    """Those that it was put together from, where they are not all that a list holds."""


class Envelope(Struct, dict=True):
    """An object that may hold a request, its answer, or both."""

    value: JsonObject
    at: Address
    requests: list[Body] = field(default_factory=list)
    """What may be the request, the likeliest first."""
    responses: list[Body] = field(default_factory=list)
    streams: list[Stream] = field(default_factory=list)
    """Answers that came in events."""
    unknown: list[JsonValue] = field(default_factory=list)
    """What stands where an answer does and is none that any format reads."""
    answer_at: Address | None = None
    """Where the answer stands that is not in the same object as the request."""

    @property
    def places(self) -> tuple[Address, ...]:
        """Where the recorder wrote it."""
        return (self.at,) if self.answer_at is None else (self.at, self.answer_at)

    @cached_property
    def beside(self) -> Envelope:
        """The same object with what may be either half in its other fields, whatever their
        names."""
        found = Envelope(self.value, self.at)
        others = {key: held for key, held in self.value.items() if key not in _FIRST_KEYS}
        held = [one for one in _children(others, self.at) if _may_be_body(one[0])]
        found.requests += filter(None, (_body(*one) for one in held))
        _add_answers(found, held)
        return found

    @cached_property
    def may_be_of_a_model(self) -> bool:
        """Whether a body has a field that some format has, or an answer came in events."""
        bodies = (body for body, _ in (*self.requests, *self.responses))
        has_events = bool(self.streams) or SOCKET in self.value
        return has_events or any(not _FIELDS.isdisjoint(body) for body in bodies)


class Envelopes:
    """The envelopes of an upload; each is opened once, whichever formats look at it."""

    def __init__(self) -> None:
        self._opened: dict[int, Envelope] = {}

    def of(self, value: JsonObject, at: Address) -> Envelope:
        """An object as an envelope; it stays as long as its document."""
        if not may_be_envelope(value):
            return Envelope(value, at)
        found = self._opened.get(id(value))
        if found is None:
            found = self._opened[id(value)] = _opened(value, at)
        return found

    def recorded(self, value: JsonValue, at: Address) -> list[Envelope]:
        """The exchanges of a recording, or of the one within an object."""
        listed = list_of_envelopes(value, at)
        items = [] if listed is None else _numbered(*listed)
        found = [self.of(item, place) for item, place in items if isinstance(item, dict)]
        found += _side_by_side(value, at)
        return found if any(envelope.may_be_of_a_model for envelope in found) else []


def _side_by_side(value: JsonValue, at: Address) -> list[Envelope]:
    """The exchanges of two lists, `requests` and `responses`, of which the n-th belong
    together."""
    requests, responses = (
        list_or_empty(object_or_empty(value).get(name)) for name in ("requests", "responses")
    )
    return [
        _of_halves(
            (asked, address.child(at, "requests", number)),
            (answer, address.child(at, "responses", number)),
        )
        for number, (asked, answer) in enumerate(zip(requests, responses, strict=False))
    ]


def may_be_envelope(value: JsonObject) -> bool:
    """Whether an object has a field in which half of an exchange may stand."""
    return not _FIRST_KEYS.isdisjoint(value)


def _opened(value: JsonObject, at: Address) -> Envelope:
    envelope = Envelope(value, at)
    for held, place in _held(value, at, _REQUESTS):
        body = _body(held, place)
        if body is not None:
            envelope.requests.append(body)
    if not _ANSWER_KEYS.isdisjoint(value):
        _add_answers(envelope, _held(value, at, _RESPONSES))
    if not _any_has_fields(envelope.requests):
        deeper = (_body(*held) for held in _deeper(value, at, _ASKING))
        envelope.requests += filter(None, deeper)
    if not envelope.streams and not _any_has_fields(envelope.responses):
        _add_answers(envelope, _deeper(value, at, _ANSWERING))
    return envelope


def _any_has_fields(bodies: Iterable[Body]) -> bool:
    return any(not _FIELDS.isdisjoint(body) for body, _ in bodies)


def _deeper(
    value: JsonObject, at: Address, halves: Iterable[str]
) -> Iterator[tuple[JsonValue, Address]]:
    """What may be a body at any key of these halves, the nearest first."""
    level = [(value[half], address.child(at, half)) for half in halves if half in value]
    for _ in range(_MAX_DEEPER):
        yield from (one for one in level if _may_be_body(one[0]))
        level = [one for held in level for one in _children(*held)][:_MOST_DEEPER]


def _children(value: JsonValue, at: Address) -> list[tuple[JsonValue, Address]]:
    if isinstance(value, dict):
        return [(held, address.child(at, key)) for key, held in value.items()]
    return _numbered(value, at) if isinstance(value, list) else []


def _may_be_body(value: JsonValue) -> bool:
    """An object with a field of a body, a list of objects, or a text that is no word."""
    if isinstance(value, dict):
        return not _FIELDS.isdisjoint(value)
    if isinstance(value, str):
        return len(value) >= _SHORTEST
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _add_answers(envelope: Envelope, places: Iterable[tuple[JsonValue, Address]]) -> None:
    for held, place in places:
        stream = _in_events(held, place)
        body = _body(held, place) if stream is None else None
        if stream is not None:
            envelope.streams.append(stream)
        if body is not None:
            envelope.responses.append(body)
        elif stream is None:
            envelope.unknown += list_or_empty(bodies_in(held))


def bodies_in(value: JsonValue) -> JsonValue:
    """The JSON in a text, or its events as a list; None where there is none."""
    if not isinstance(value, str):
        return value
    inner = in_text(value, address.root())
    return sse.read_text(_unpacked(value)) if inner is None else inner[0]


def _held(
    value: JsonValue, at: Address, paths: Iterable[_Path]
) -> Iterator[tuple[JsonValue, Address]]:
    """What stands at these paths, where anything does."""
    for path in paths:
        held = value
        for key in path:
            if not isinstance(held, dict) or key not in held:
                break
            held = held[key]
        else:
            if held:
                yield held, address.child(at, *path)


def _body(value: JsonValue, at: Address) -> Body | None:
    """An object, or the one that is written in a text."""
    for _ in range(MAX_NESTED_TEXTS + 1):
        if isinstance(value, list) and len(value) == 1:
            value, at = value[0], address.child(at, 0)
        inner = in_text(value, at) if isinstance(value, str) else None
        if inner is not None:
            value, at = inner
    if isinstance(value, dict) and isinstance(value.get(_WRAPPED), dict):
        return _body(value[_WRAPPED], address.child(at, _WRAPPED))
    return (value, at) if isinstance(value, dict) and value else None


def _in_events(value: JsonValue, at: Address) -> Stream | None:
    """An answer that came in the text of an event stream, or in a list of events."""
    found = None
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        value, at = value[0], address.child(at, 0)
    if isinstance(value, str):
        value = _unpacked(value)
        events = sse.read_text(value) or event_frames.events_in_text(value)
        if not events:
            events = json_lines.values_in(value)
        at = address.nested(at)
        found = (
            None if events is None else streams.assemble(_numbered(events, at), as_one=True)
        )
    elif isinstance(value, list):
        found = streams.assemble_values(_numbered(value, at), as_one=True)
    if found is None or len(found[1]) != 1:
        return None
    return Stream(found[0], replace(found[1][0], root=at), value)


def _numbered(values: Sequence[JsonValue], at: Address) -> list[tuple[JsonValue, Address]]:
    """The elements of a list, each with its address."""
    numbered = [(value, address.child(at, number)) for number, value in enumerate(values)]
    return [
        (value[_WRAPPED], address.child(place, _WRAPPED))
        if isinstance(value, dict) and _WRAPPED in value
        else (value, place)
        for value, place in numbered
    ]


def in_text(text: str, at: Address) -> tuple[JsonValue, Address] | None:
    """The JSON that is written in a string."""
    text = _unpacked(text)
    if text.lstrip()[:1] not in ("{", "[", '"'):
        return None
    try:
        return json_document.read(text.encode("utf-8", "surrogatepass")), address.nested(at)
    except UnreadableUpload:
        return None


def _unpacked(text: str) -> str:
    """A text that a recorder kept as bytes, or the text itself."""
    packed = packed_text.packed_in(text)
    return text if packed is None else packed.text


def _of_halves(
    asked: tuple[JsonValue, Address], answer: tuple[JsonValue, Address]
) -> Envelope:
    """An exchange whose halves stand apart; it is told at its request."""
    envelope = Envelope({}, asked[1], answer_at=answer[1])
    for held, place in _held(*asked, _BODIES):
        body = _body(held, place)
        if body is not None:
            envelope.requests.append(body)
    _add_answers(envelope, _held(*answer, _BODIES))
    return envelope


def list_of_envelopes(value: JsonValue, at: Address) -> tuple[list[JsonValue], Address] | None:
    """A list of recorded exchanges, or the one within an object, as a HAR has it in
    `log.entries`; None where there is none."""
    if _are_envelopes(value):
        return list_or_empty(value), at
    level: list[tuple[JsonValue, Address]] = [(value, at)]
    for _ in range(MAX_DEPTH):
        within = [
            (inner, address.child(place, key))
            for held, place in level
            for key, inner in object_or_empty(held).items()
        ]
        for inner, place in within:
            if _are_envelopes(inner):
                return list_or_empty(inner), place
        level = [(inner, place) for inner, place in within if isinstance(inner, dict)]
    return None


def _are_envelopes(values: JsonValue) -> bool:
    if not isinstance(values, list) or not values:
        return False
    return all(isinstance(one, dict) and not _HALVES.isdisjoint(one) for one in values)
