"""A stream of version 2 of Cohere's Chat: a message is started, its plan, texts and calls come
in deltas, and then it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import object_or_empty, type_of
from crosswire.model.source_map import PlaceTable
from crosswire.streams.pieces import END, Event, Fields, Notes, answers, below, number_of

SPOKEN_BY: tuple[str, ...] = ("cohere",)

_KINDS = frozenset(
    {"message-start", "message-end", "content-start", "content-delta", "content-end"}
    | {"tool-plan-delta", "tool-call-start", "tool-call-delta", "tool-call-end"}
    | {"citation-start", "citation-end"}
)
_ENDS = frozenset({"content-end", "tool-call-end", "citation-end"})
_LISTS = {"content": "content", "tool-call": "tool_calls", "citation": "citations"}
"""What an event is about -> the list of the message that it belongs into."""
_JOINED = frozenset({"text", "thinking", "arguments"})


def recognise(event: JsonObject) -> bool:
    """A word of its own with the delta that it has there; others write such words with other
    fields."""
    delta = object_or_empty(event.get("delta"))
    if type_of(event) == "message-end":
        return "finish_reason" in delta
    return type_of(event) in _KINDS and isinstance(delta.get("message"), dict)


def belongs(event: JsonObject) -> bool:
    """Also the ends of pieces, which hold nothing."""
    return recognise(event) or type_of(event) in _ENDS


def assemble(events: Iterable[Event]) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    return answers(events, _Answer, ignored=("debug",))


class _Item:
    """A block, a call or a citation, which comes in pieces."""

    def __init__(self, at: Address) -> None:
        self.fields = Fields(at)
        self.function = Fields()

    def add(self, piece: JsonObject, at: Address) -> None:
        for name, value in piece.items():
            place = below(at, name)
            if name == "function" and isinstance(value, dict):
                self.function.began = self.function.began or place
                _add(self.function, value, place)
            else:
                _add(self.fields, {name: value}, at)

    def finished(self, pointer: str, table: PlaceTable) -> JsonObject:
        value = self.fields.whole(pointer, table)
        if self.function.values:
            value["function"] = self.function.whole(f"{pointer}/function", table)
        return value


def _add(fields: Fields, piece: JsonObject, at: Address) -> None:
    for name, value in piece.items():
        if name in _JOINED:
            fields.join(name, value, below(at, name))
        else:
            fields.first(name, value, below(at, name))


class _Answer:
    """One answer."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.message = Fields()
        self.items: dict[str, dict[int, _Item]] = {name: {} for name in _LISTS.values()}
        self.has_ended = False
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        return self.has_ended or type_of(event) in ("message-start", END)

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        kind, delta = type_of(event) or "", object_or_empty(event.get("delta"))
        message = object_or_empty(delta.get("message"))
        place = Address(f"{at}/delta/message")
        about = kind.rpartition("-")[0]
        if kind == "message-start":
            self.fields.all_last(event, at, but=("type", "delta"))
            self._start(message, place)
        elif kind == "message-end":
            self.has_ended = True
            self.fields.all_last(delta, Address(f"{at}/delta"))
        elif kind == "tool-plan-delta":
            self.message.join("tool_plan", message.get("tool_plan"), below(place, "tool_plan"))
        elif kind in _ENDS:
            return
        elif about in _LISTS:
            self._add_item(_LISTS[about], event, message, place)
        else:
            self.notes.unread("No event of a message has this type", event, at)

    def _start(self, message: JsonObject, at: Address) -> None:
        self.message.began = at
        for name, value in message.items():
            if name == "tool_plan":
                self.message.join(name, value, below(at, name))
            elif value not in (None, "", []):
                self.message.first(name, value, below(at, name))

    def _add_item(
        self, name: str, event: JsonObject, message: JsonObject, at: Address
    ) -> None:
        piece, place = message.get(name), below(at, name)
        if not isinstance(piece, dict):
            self.notes.unread(f"It holds no piece of {name}", event, at)
            return
        known = self.items[name]
        index = number_of(event.get("index"))
        index = max(known, default=0) if index is None else index
        if index not in known:
            known[index] = _Item(place)
        known[index].add(piece, place)

    def finished(self, *, ended: bool) -> Assembled:
        if not self.has_ended:
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        message = self.message.whole("/message", table)
        message.setdefault("role", "assistant")
        for name, items in self.items.items():
            made: list[JsonValue] = [
                items[index].finished(f"/message/{name}/{number}", table)
                for number, index in enumerate(sorted(items))
            ]
            if made:
                message[name] = made
        value["message"] = message
        return Assembled(value, table, self.notes, self.notes.kept)
