"""Requests, answers and messages of known formats deep inside of what no format knows.

Gateways, observers and test servers write them in fields of their own, at any depth, often as
JSON in a text. What stands there is what was sent, so that its own format reads it. A request
and an answer that one object holds belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from crosswire import address
from crosswire.address import Address, ancestry
from crosswire.formats import FORMATS
from crosswire.formats.protocol import BodyFormat
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Entry
from crosswire.model.json_values import list_or_empty, text_field
from crosswire.reading.envelopes import MAX_NESTED_TEXTS, in_text
from crosswire.reading.exchanges import Found, with_answers
from crosswire.reading.finding import Finder

SURE = 0.91
"""Confidence by calls, results or fields of one provider alone; `system` beside `messages`,
which gives 0.9, any program may write. See `Recognition.confidence`."""
LIKELY = 0.5
"""That of what fits a format, and what only another format's fields would speak against."""
_BOTH = frozenset({"user", "assistant"})
_MAX_DEPTH = 16
_MAX_ASKED = 600
"""Objects and lists that are no bodies and seemed to be, before it is given up; each body
allows for more of them."""
_FOR_A_BODY = 20
_MARKS = frozenset(
    {"messages", "contents", "input", "steps", "choices", "candidates", "output"}
    | {"response", "request"}
)
"""One of these has most bodies of a format, or the object right around it."""
_ANSWERS = (
    frozenset({"content", "message"}),
    frozenset({"usage", "stop_reason", "stopReason", "finish_reason", "model", "done"}),
)
"""One of each of these has every other one, and hardly a message."""
_OF_MESSAGES = frozenset({"role", "type"})
_Record: TypeAlias = tuple[Address, JsonObject]


class _Body(Struct):
    """What one format finds in an object or a list."""

    wire: BodyFormat
    found: Found
    at: Address

    @property
    def shape(self) -> str:
        return self.found.recognition.shape


def bodies_within(
    documents: Iterable[tuple[JsonValue, Address]], finder: Finder, at_least: float = SURE
) -> list[tuple[BodyFormat, Found]]:
    """What stands in these documents in the words of known formats; empty where of none of it
    that is so sure."""
    search = _Search(finder)
    bodies = [body for value, at in documents for body in search.through(value, at)]
    telling = (body for body in bodies if at_least >= SURE or _is_spoken(body))
    sureness = (body.found.recognition.confidence for body in telling)
    if search.is_over or max(sureness, default=0) < at_least:
        return []
    made: list[_Body] = []
    for body in bodies:
        record = search.record_of(made[-1], body) if made else None
        if record is None:
            made.append(body)
        else:
            asked = made[-1].found
            asked.entries = with_answers(asked.entries[0], body.found.entries, *record)
    for body in made:
        for entry in body.found.entries:
            entry.opened = search.opened_around(entry)
    return [(body.wire, body.found) for body in made]


def _is_spoken(body: _Body) -> bool:
    """Whether somebody speaks in a request, and both sides in a list of messages: what one of
    them says alone may be anything."""
    if body.shape == "response":
        return True
    roles = set(_roles(body.found.entries))
    return roles >= _BOTH if body.shape == "messages" else not roles.isdisjoint(_BOTH)


def _roles(entries: Iterable[Entry]) -> Iterator[str | None]:
    for entry in entries:
        yield from (text_field(value, "role") for value, _ in entry.messages)
        for held in entry.request[0].values() if entry.request is not None else ():
            yield from (text_field(value, "role") for value in list_or_empty(held))


class _Search:
    """A walk over all that stands in an upload, which does not go into what it finds."""

    def __init__(self, finder: Finder) -> None:
        self.left = _MAX_ASKED
        self.objects: dict[Address, JsonObject] = {}
        """Those that it went into."""
        self.opened: dict[Address, JsonValue] = {}
        """The JSON of the texts that it went into."""
        self._finder = finder

    @property
    def is_over(self) -> bool:
        """Whether too much was looked at for what was found."""
        return self.left <= 0

    def through(
        self, value: JsonValue, at: Address, depth: int = 0, texts: int = 0
    ) -> Iterator[_Body]:
        """The bodies in a value, in their order."""
        if isinstance(value, str):
            inner = in_text(value, at) if texts < MAX_NESTED_TEXTS else None
            if inner is not None:
                self.opened[inner[1]] = inner[0]
                yield from self.through(*inner, depth, texts + 1)
            return
        if not isinstance(value, (dict, list)) or depth > _MAX_DEPTH or self.is_over:
            return
        body = self._body(value, at)
        if body is not None:
            yield body
            return
        if isinstance(value, dict):
            self.objects[at] = value
        for key, held in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(held, (dict, list, str)):
                yield from self.through(held, address.child(at, key), depth + 1, texts)

    def _body(self, value: JsonObject | list[JsonValue], at: Address) -> _Body | None:
        if not _may_be_body(value):
            return None
        if isinstance(value, list):
            surest = self._messages(value, at)
        else:
            surest = self._finder.surest(value, at)
        if surest is None or any(entry.unread for entry in surest[1].entries):
            self.left -= 1
            return None  # what it leaves may stand deeper
        self.left += _FOR_A_BODY
        return _Body(*surest, at)

    def _messages(
        self, value: list[JsonValue], at: Address
    ) -> tuple[BodyFormat, Found] | None:
        """The format that is surest of a list of messages; None of a list of answers, each of
        which is a message too."""
        if self._finder.surest(value[0], address.child(at, 0)) is not None:
            return None
        found = ((wire, self._finder.find(wire, value, at, 1)) for wire in FORMATS.values())
        listed = [
            (wire, one)
            for wire, one in found
            if one is not None and one.recognition.shape == "messages"
        ]
        return max(listed, key=lambda pair: pair[1].recognition.confidence, default=None)

    def opened_around(self, entry: Entry) -> list[tuple[JsonValue, Address]]:
        """The texts that an entry stands in; each is told of one entry, and of none that is
        the whole of it."""
        halves = {half[1] for half in (entry.request, entry.response) if half is not None}
        above = {one for place in entry.places for one in ancestry(place)}
        around = [at for at in self.opened if at in above and at not in halves]
        return [(self.opened.pop(at), at) for at in around]

    def record_of(self, asked: _Body, answered: _Body) -> _Record | None:
        """The object that holds a request and its answer, each somewhere in it."""
        halves = (asked.shape, answered.shape)
        if halves != ("request", "response") or asked.wire is not answered.wire:
            return None
        if [entry.shape for entry in asked.found.entries] != ["request"]:
            return None
        above = set(ancestry(asked.at))
        shared = next((at for at in ancestry(answered.at) if at in above), None)
        held = None if shared is None else self.objects.get(shared)
        return None if shared is None or held is None else (shared, held)


def _may_be_body(value: JsonObject | list[JsonValue]) -> bool:
    """A quick look that spares most values the question to each format."""
    if isinstance(value, list):
        first = value[0] if value else None
        return isinstance(first, dict) and not _OF_MESSAGES.isdisjoint(first)
    if not _MARKS.isdisjoint(value):
        return True
    return not any(words.isdisjoint(value) for words in _ANSWERS)
