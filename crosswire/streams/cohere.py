"""A stream of version 2 of Cohere's Chat: a message is started, its plan, texts and calls come
in deltas, and then it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import object_or_empty, type_of
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.indexed import Begun, InPieces
from crosswire.streams.pieces import Event, Fields, Notes, answers, below, number_of

SPOKEN_BY: tuple[str, ...] = ("cohere",)

_KINDS = frozenset(
    {"message-start", "message-end", "content-start", "content-delta", "content-end"}
    | {"tool-plan-delta", "tool-call-start", "tool-call-delta", "tool-call-end"}
    | {"citation-start", "citation-end"}
)
_ENDS = frozenset({"content-end", "tool-call-end", "citation-end"})
_LISTS = {"content": "content", "tool-call": "tool_calls", "citation": "citations"}
"""What an event is about -> the list of the message that it belongs into."""
_FIELDS = frozenset({"type", "index", "delta", "id", "message", "logprobs"})
_OF_MESSAGES = frozenset({"tool_plan", *_LISTS.values()})
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


def assemble(events: Iterable[Event], *, as_one: bool = False) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    return answers(events, _Answer, ignored=("debug",), as_one=as_one)


class _Item(Begun):
    """A block, a call or a citation, which comes in pieces."""

    def __init__(self, at: Address) -> None:
        super().__init__(at)
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
        self.is_started = False
        self.has_ended = False
        self.notes = Notes()
        self.items = {
            name: InPieces(_Item, f"a {about}", self.notes) for about, name in _LISTS.items()
        }

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event begins another answer: its message, or a piece of it again after
        the end."""
        if type_of(event) == "message-start":
            began = object_or_empty(event).get("id")
            is_again = bool(began) and began == self.fields.values.get("id")
            return self.has_ended or not is_again
        about, _, last = (type_of(event) or "").rpartition("-")
        index = number_of(object_or_empty(event).get("index"))
        is_begun = about in _LISTS and index in self.items[_LISTS[about]].at_index
        return self.has_ended and last == "start" and is_begun

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        kind, delta = type_of(event) or "", object_or_empty(event.get("delta"))
        message = object_or_empty(delta.get("message"))
        place = Address(f"{at}/delta/message")
        about = kind.rpartition("-")[0]
        if kind in _KINDS:
            self._pass_over(kind, event, delta, at)
        if self.has_ended and kind in _KINDS:
            faults.after_end(self.notes, "the answer", at, self.at)
        if kind == "message-start" and self.is_started:
            faults.doubled(self.notes, at, self.at)
        elif kind == "message-start":
            self.is_started = True
            self.fields.all_last(event, at, but=("type", "delta"))
            self._start(message, place)
        elif kind == "message-end":
            self.has_ended = True
            self.fields.all_last(delta, Address(f"{at}/delta"))
        elif kind == "tool-plan-delta":
            self.message.join("tool_plan", message.get("tool_plan"), below(place, "tool_plan"))
        elif about in _LISTS:
            self._add_to_item(about, event, message, at)
        else:
            self.notes.unread("No event of a message has this type", event, at)

    def _pass_over(self, kind: str, event: JsonObject, delta: JsonObject, at: Address) -> None:
        """The first and the last event are kept whole; of the others, what is known."""
        if kind != "message-start":
            self.notes.pass_over(event, at, _FIELDS)
        if kind != "message-end":
            place = Address(f"{at}/delta")
            self.notes.pass_over(delta, place, _FIELDS)
        if kind not in ("message-start", "message-end"):
            message = object_or_empty(delta.get("message"))
            self.notes.pass_over(message, Address(f"{at}/delta/message"), _OF_MESSAGES)

    def _start(self, message: JsonObject, at: Address) -> None:
        self.message.began = at
        for name, value in message.items():
            if name == "tool_plan":
                self.message.join(name, value, below(at, name))
            elif value not in (None, "", []):
                self.message.first(name, value, below(at, name))

    def _add_to_item(
        self, about: str, event: JsonObject, message: JsonObject, at: Address
    ) -> None:
        name, kind = _LISTS[about], type_of(event) or ""
        items = self.items[name]
        if kind in _ENDS:
            items.end((event, at))
            return
        piece, place = message.get(name), Address(f"{at}/delta/message/{name}")
        if not isinstance(piece, dict):
            self.notes.unread(f"It holds no piece of {name}", event, at)
            return
        item = items.of((event, at), piece, place, is_start=kind.endswith("-start"))
        if item is not None:
            item.add(piece, place)

    def finished(self, *, ended: bool) -> Assembled:
        if not self.has_ended:
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        table["/message"] = self.at
        message = self.message.whole("/message", table)
        message.setdefault("role", "assistant")
        for about, name in _LISTS.items():
            items = self.items[name]
            items.tell_gaps(self.notes)
            for item in items:
                if item.start is None:
                    faults.start_missing(self.notes, f"a {about}", item.at)
            made: list[JsonValue] = [
                item.finished(f"/message/{name}/{number}", table)
                for number, item in enumerate(items)
            ]
            if made:
                message[name] = made
        value["message"] = message
        notes = self.notes
        return Assembled(value, table, notes, notes.kept, notes.passed_over)
