"""Exchanges over one WebSocket, as browsers and proxies write its messages down.

The client asks with `response.create`, again and again; what the server says until the next
answer begins is its answer. A browser keeps the messages of both in one list (HAR), proxies in
a list for each side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire import streams
from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, text_field, type_of
from crosswire.reading.envelopes import SOCKET, Envelope, Stream, in_text

_ASKS, _ANSWERS = "response.create", "response.created"
_OF_ANSWERS, _OF_THE_ACCOUNT = ("response.", "error"), "rate_limits"
_SIDES = ("request", "response")
_OF_A_SIDE = "ws_events"
_SAID = ("input", "instructions", "previous_response_id")
"""Fields of a request that two ways of writing it down have alike."""


class _Said(Struct):
    """A message of either side."""

    value: JsonObject
    at: Address
    held: JsonValue
    """As the recorder has it: itself, or the text that it is written in."""


class _Exchange(Struct):
    asked: _Said
    answer: list[_Said] = field(default_factory=list)
    again: list[JsonValue] = field(default_factory=list)
    """Bodies that the recorder wrote once more, put together from these messages."""
    notices: list[JsonValue] = field(default_factory=list)
    """What the server says of the account meanwhile."""

    def hear(self, said: _Said) -> None:
        """Take in a message of the server."""
        kind = type_of(said.value) or ""
        if _OF_THE_ACCOUNT in kind:
            self.notices.append(said.held)
        elif kind.startswith(_OF_ANSWERS):
            self.answer.append(said)


def may_hold_socket(value: JsonObject) -> bool:
    """Whether an object has the messages of a WebSocket."""
    return SOCKET in value or all(
        _OF_A_SIDE in object_or_empty(value.get(side)) for side in _SIDES
    )


def over_socket(value: JsonObject, at: Address) -> list[Envelope]:
    """The exchanges of a recorded WebSocket."""
    exchanges = _of_both(value, at) if SOCKET in value else _of_sides(value, at)
    return [_envelope(one) for one in exchanges]


def _of_both(value: JsonObject, at: Address) -> list[_Exchange]:
    found: list[_Exchange] = []
    for number, message in enumerate(list_or_empty(value[SOCKET])):
        place = child(at, SOCKET, number, "data")
        fields = object_or_empty(message)
        for said in _said(fields.get("data"), place):
            if type_of(fields) == "send" and type_of(said.value) == _ASKS:
                found.append(_Exchange(said))
            elif type_of(fields) == "receive" and found:
                found[-1].hear(said)
    return found


def _of_sides(value: JsonObject, at: Address) -> list[_Exchange]:
    sent, received = (_of_side(value, at, side) for side in _SIDES)
    found = [_Exchange(one) for one in sent if type_of(one.value) == _ASKS]
    answering = iter(found)
    heard: _Exchange | None = None
    for one in received:
        if type_of(one.value) == _ANSWERS:
            heard = next(answering, None)
        if heard is not None:
            heard.hear(one)
    for exchange in found:
        exchange.again = list(_bodies_again(value, exchange))
    return found


def _bodies_again(value: JsonObject, exchange: _Exchange) -> Iterator[JsonValue]:
    """The bodies beside the messages that are those of this exchange."""
    request, response = (object_or_empty(value[side]).get("body") for side in _SIDES)
    asked = exchange.asked.value
    if request and all(object_or_empty(request).get(key) == asked.get(key) for key in _SAID):
        yield request
    ids = {text_field(one.value.get("response"), "id") for one in exchange.answer}
    if text_field(response, "id") in ids - {None}:
        yield response


def _of_side(value: JsonObject, at: Address, side: str) -> Sequence[_Said]:
    messages = list_or_empty(object_or_empty(value[side])[_OF_A_SIDE])
    places = (child(at, side, _OF_A_SIDE, number) for number in range(len(messages)))
    return [said for one in zip(messages, places, strict=True) for said in _said(*one)]


def _said(held: JsonValue, at: Address) -> Iterator[_Said]:
    inner = in_text(held, at) if isinstance(held, str) else (held, at)
    if inner is not None and isinstance(inner[0], dict):
        yield _Said(inner[0], inner[1], held)


def _envelope(exchange: _Exchange) -> Envelope:
    asked, answer = exchange.asked, exchange.answer
    envelope = Envelope({}, asked.at, answer_at=answer[0].at if answer else None)
    envelope.requests.append((asked.value, asked.at))
    found = streams.assemble([(one.value, one.at) for one in answer], as_one=True)
    if found is not None and len(found[1]) == 1:
        whole = replace(found[1][0], root=answer[0].at)
        held = [*(one.held for one in answer), *exchange.again, *exchange.notices]
        envelope.streams.append(Stream(found[0], whole, None, held))
    return envelope
