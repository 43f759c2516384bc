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
from crosswire.streams import faults
from crosswire.streams.indexed import Begun, InPieces
from crosswire.streams.pieces import Event, Fields, Notes, answers, below, number_of

SPOKEN_BY: tuple[str, ...] = ("bedrock",)

_KINDS = frozenset(
    {"messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop"}
    | {"messageStop", "metadata"}
)
_OF_BLOCKS = ("contentBlockStart", "contentBlockDelta", "contentBlockStop")
_INDEX = "contentBlockIndex"
_FIELDS = frozenset({_INDEX, "start", "delta"})
_KINDS_OF_BLOCKS = frozenset({"text", "toolUse", "toolResult", "reasoningContent", "image"})


def recognise(event: JsonObject) -> bool:
    return len(event) == 1 and not _KINDS.isdisjoint(event)


belongs = recognise


def assemble(events: Iterable[Event], *, as_one: bool = False) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    return answers(events, _Answer, as_one=as_one)


class _Block(Begun):
    """One content block."""

    def __init__(self, at: Address) -> None:
        super().__init__(at)
        self.fields: dict[str, Fields] = {"": Fields(at)}
        """The fields of the block (`""`), and those of the objects in it by their names."""

    def takes(self, piece: JsonObject) -> bool:
        return not (self.kinds - {*piece}) & _KINDS_OF_BLOCKS

    @property
    def kinds(self) -> set[str]:
        """What it is: a text, a call, reasoning."""
        plain = self.fields[""].values.keys()
        return {*plain, *(name for name in self.fields if name)} & _KINDS_OF_BLOCKS

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
        if "input" not in value:  # none came: it would stand in the call
            table[f"{place}/input"] = table[place]
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
    table.closed.add(place)
    if not isinstance(text, str):
        return {} if text is None else text
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
        self.has_ended = False
        self.notes = Notes()
        self.blocks = InPieces(_Block, "a block", self.notes, _INDEX)

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event begins another answer: its message, or a block again after the
        end."""
        began = object_or_empty(event)
        block = object_or_empty(began.get("contentBlockStart"))
        is_begun = number_of(block.get(_INDEX)) in self.blocks.at_index
        return self.has_ended and ("messageStart" in began or is_begun)

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        kind = next((name for name in event if name in _KINDS), next(iter(event), ""))
        body, place = event.get(kind), below(at, kind)
        if not isinstance(body, dict) or kind not in _KINDS:
            self.notes.unread("No event of an answer is named so", event, at)
            return
        self.notes.pass_over(event, at, {kind})
        if kind == "messageStart":
            if self.message.began is not None:
                faults.doubled(self.notes, at, self.message.began)
            self.message.began = self.message.began or place
            self.message.all_first(body, place)
        elif kind in _OF_BLOCKS:
            if self.has_ended:
                faults.after_end(self.notes, "the answer", at, self.at)
            self._add_to_block(kind, body, place)
        else:
            self.has_ended = self.has_ended or kind == "messageStop"
            self.fields.all_last(body, place)

    def _add_to_block(self, kind: str, body: JsonObject, at: Address) -> None:
        self.notes.pass_over(body, at, _FIELDS)
        if kind == "contentBlockStop":
            self.blocks.end((body, at))
            return
        name = "start" if "start" in body else "delta"
        piece, place = body.get(name), below(at, name)
        if not isinstance(piece, dict):
            self.notes.unread("It holds no piece of a block", body, at)
            return
        known = self.blocks.of((body, at), piece, place, is_start=name == "start")
        if known is not None:
            known.add(piece, place)

    def finished(self, *, ended: bool) -> Assembled:
        if not self.has_ended:
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        table["/output/message"] = self.at
        message = self.message.whole("/output/message", table)
        message.setdefault("role", "assistant")
        self.blocks.tell_gaps(self.notes, _INDEX)
        for block in self.blocks:
            if block.start is None and "toolUse" in block.kinds:
                faults.start_missing(self.notes, "a call", block.at)
        content: list[JsonValue] = [
            block.finished(f"/output/message/content/{number}", table)
            for number, block in enumerate(self.blocks)
        ]
        message["content"] = content
        value["output"] = {"message": message}
        notes = self.notes
        return Assembled(value, table, notes, notes.kept, notes.passed_over)
