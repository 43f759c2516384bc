"""A stream of Bedrock's Converse, as its clients give it: objects of one key, which names the
event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import object_or_empty
from crosswire.model.source_map import PlaceTable
from crosswire.streams.pieces import Event, Fields, Notes, answers, below, number_of

SPOKEN_BY: tuple[str, ...] = ("bedrock",)

_KINDS = frozenset(
    {"messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop"}
    | {"messageStop", "metadata"}
)
_OF_BLOCKS = ("contentBlockStart", "contentBlockDelta")


def recognise(event: JsonObject) -> bool:
    return len(event) == 1 and not _KINDS.isdisjoint(event)


belongs = recognise


def assemble(events: Iterable[Event]) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    return answers(events, _Answer)


class _Block:
    """One content block."""

    def __init__(self, at: Address) -> None:
        self.at = at
        self.fields: dict[str, Fields] = {"": Fields(at)}
        """The fields of the block (`""`), and those of the objects in it by their names."""

    def add(self, piece: JsonObject, at: Address) -> None:
        for name, value in piece.items():
            place = below(at, name)
            if isinstance(value, dict):
                within = self.fields.setdefault(name, Fields(place))
                for key, inner in value.items():
                    _add(within, key, inner, below(place, key))
            else:
                _add(self.fields[""], name, value, place)

    def finished(self, pointer: str, table: PlaceTable) -> JsonObject:
        value = self.fields[""].whole(pointer, table)
        for name, fields in self.fields.items():
            if name:
                place = f"{pointer}/{name}"
                value[name] = _whole(name, fields.whole(place, table), place, table)
        return value


def _add(fields: Fields, name: str, value: JsonValue, at: Address) -> None:
    if name in ("text", "input", "signature"):
        fields.join(name, value, at)
    else:
        fields.first(name, value, at)


def _whole(name: str, value: JsonObject, place: str, table: PlaceTable) -> JsonObject:
    if name == "toolUse":
        value["input"] = _input(value.get("input"), f"{place}/input", table)
    if name == "reasoningContent" and ("text" in value or "signature" in value):
        text: JsonObject = {k: value.pop(k) for k in ("text", "signature") if k in value}
        value["reasoningText"] = text
        table[f"{place}/reasoningText"] = table[place]
        for key in text:
            table[f"{place}/reasoningText/{key}"] = table[f"{place}/{key}"]
    return value


def _input(text: JsonValue, place: str, table: PlaceTable) -> JsonValue:
    """The arguments, which come as pieces of JSON text; none where nothing came."""
    if not isinstance(text, str):
        return {} if text is None else text
    table.closed.add(place)
    try:
        return json_document.read(text.encode("utf-8", "surrogatepass")) if text else {}
    except UnreadableUpload:
        table.not_json.append(place)
        return text


class _Answer:
    """One answer."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.message = Fields()
        self.blocks: dict[int, _Block] = {}
        self.has_ended = False
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        return self.has_ended and "messageStart" in object_or_empty(event)

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        kind = next(iter(event), "")
        body, place = event.get(kind), below(at, kind)
        if not isinstance(body, dict) or kind not in _KINDS:
            self.notes.unread("No event of an answer is named so", event, at)
        elif kind == "messageStart":
            self.message.began = place
            self.message.all_first(body, place)
        elif kind in _OF_BLOCKS:
            self._add_piece(body, place)
        elif kind != "contentBlockStop":
            self.has_ended = self.has_ended or kind == "messageStop"
            self.fields.all_last(body, place)

    def _add_piece(self, body: JsonObject, at: Address) -> None:
        index = number_of(body.get("contentBlockIndex"))
        index = max(self.blocks, default=0) if index is None else index
        name = "start" if "start" in body else "delta"
        piece = body.get(name)
        if not isinstance(piece, dict):
            self.notes.unread("It holds no piece of a block", body, at)
            return
        place = below(at, name)
        if index not in self.blocks:
            self.blocks[index] = _Block(place)
        self.blocks[index].add(piece, place)

    def finished(self, *, ended: bool) -> Assembled:
        if not self.has_ended:
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        message = self.message.whole("/output/message", table)
        message.setdefault("role", "assistant")
        content: list[JsonValue] = [
            self.blocks[index].finished(f"/output/message/content/{number}", table)
            for number, index in enumerate(sorted(self.blocks))
        ]
        message["content"] = content
        value["output"] = {"message": message}
        return Assembled(value, table, self.notes, self.notes.kept)
