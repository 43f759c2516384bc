"""Where in an upload one conversation was read from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field

from crosswire.address import Address, document_of, root
from crosswire.model.note import Note
from crosswire.model.parts import JsonObject, JsonValue
from crosswire.model.source_map import PlaceTable

Body = tuple[JsonObject, Address]
"""A body of a request or a response, with its address."""


class Assembled(Struct):
    """One answer, as if it had come whole."""

    value: JsonObject
    table: PlaceTable
    """Where its pieces stand; see `Places`."""
    notes: list[Note] = field(default_factory=list)
    kept: list[tuple[JsonValue, Address]] = field(default_factory=list)
    """Events and pieces of them that no word of the format fits, each with its place."""
    passed_over: list[tuple[JsonValue, Address, str]] = field(default_factory=list)
    """Fields of events that the reader of the stream has no word for: the value, the object
    around it and the key."""
    root: Address = Address("0:")
    """The address to read the value at."""


class Entry(Struct):
    """Where one conversation stands: bodies and messages with their addresses."""

    shape: Literal["request", "response", "exchange", "messages"]
    request: Body | None = None
    response: Body | None = None
    choice: int = 0
    messages: list[tuple[JsonValue, Address]] = field(default_factory=list)
    title: str | None = None
    """The name that it has among several."""
    unread: tuple[Literal["request", "response"], Address] | None = None
    """What stood beside it and is none of the format."""
    errors: list[tuple[JsonValue, Address]] = field(default_factory=list)
    """What the provider answered instead of a response."""
    stream: Assembled | None = None
    """What the response was put together from, where it came in events."""
    events: JsonValue = None
    """The list or the text of those events, where one value of a document holds them."""
    events_apart: Sequence[JsonValue] = ()
    """Those events, where what holds them holds others too."""
    recorded_in: tuple[Address, ...] = ()
    """The envelope of a program that records exchanges, where it stands in one; two where the
    halves stand apart."""
    told: str = ""
    """When it was sent and how it was answered, as the recorder wrote it."""
    opened: list[tuple[JsonValue, Address]] = field(default_factory=list)
    """The JSON of texts that it stands somewhere in."""
    format: str = ""
    """The wire format that it is in, where the entries of an upload are in several."""
    several: bool = False
    """Its messages are in several formats, none of which fits them all."""

    @property
    def is_bare_stream(self) -> bool:
        """Whether it is an answer in events that stand alone, without the request that they
        answer and a recorder's fields around them."""
        return self.stream is not None and self.request is None and not self.recorded_in

    @property
    def places(self) -> list[Address]:
        """Where its bodies and messages stand."""
        if self.stream is not None and self.events is None and not self.recorded_in:
            documents = set(map(document_of, self.stream.table.values()))
            asked = [] if self.request is None else [self.request[1]]
            return [*asked, *(root(number) for number in sorted(documents))]
        halves = [half for half in (self.request, self.response) if half is not None]
        return [at for _, at in (*halves, *self.messages)]
