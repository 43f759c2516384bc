"""A stream of Ollama's chat: whole objects, each with a piece of the message; the last says
`done`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.pieces import Event, Fields, Notes, answers, below

SPOKEN_BY: tuple[str, ...] = ("ollama",)

_TEXTS = frozenset({"content", "thinking"})


def recognise(event: JsonObject) -> bool:
    return event.get("done") is False and isinstance(event.get("message"), dict)


def belongs(event: JsonObject) -> bool:
    """Also the last event, which looks like a whole answer."""
    return isinstance(event.get("done"), bool) and isinstance(event.get("message"), dict)


def assemble(events: Iterable[Event], *, as_one: bool = False) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    return answers(events, _Answer, as_one=as_one)


class _Answer:
    """One answer."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.message = Fields()
        self.items: dict[str, Address] = {}
        """`name/position` -> the address of each item of a list."""
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        return self.fields.values.get("done") is True

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        if "error" in event and "message" not in event:
            self.notes.failed(at, event)
            return
        if self.fields.values.get("done") is True:
            faults.after_end(self.notes, "the answer", at, self.at)
        message = event.get("message")
        self.fields.all_last(event, at, but=("message",))
        if not isinstance(message, dict):
            self.notes.unread("It holds no message", event, at)
            return
        place = below(at, "message")
        self.message.began = self.message.began or place
        for name, value in message.items():
            if name in _TEXTS:
                self.message.join(name, value, below(place, name))
            elif isinstance(value, list):
                self.message.extend(name, value, below(place, name), self.items)
            else:
                self.message.first(name, value, below(place, name))

    def finished(self, *, ended: bool) -> Assembled:
        if self.fields.values.get("done") is not True:
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        value["message"] = self.message.whole("/message", table)
        table |= {f"/message/{name}": at for name, at in self.items.items()}
        notes = self.notes
        return Assembled(value, table, notes, notes.kept, notes.passed_over)
