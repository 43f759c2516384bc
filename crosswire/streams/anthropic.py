"""A stream of Messages: a message is started, its blocks one by one, each in deltas, and then
it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import list_or_empty, object_or_empty, type_of
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.indexed import Indexed
from crosswire.streams.pieces import (
    Event,
    Fields,
    Notes,
    answers,
    below,
    number_of,
)

SPOKEN_BY: tuple[str, ...] = ("anthropic",)

_KINDS = frozenset(
    {
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_start",
        "message_delta",
        "message_stop",
    }
)
_TEXTS = {"text_delta": "text", "thinking_delta": "thinking", "compaction_delta": "content"}
"""Deltas that hold a piece of the field of that name, by their type."""

_FIELDS = frozenset({"type", "index", "delta", "content_block", "message"})
"""Of events that are read."""
_OF_DELTAS = {
    "input_json_delta": frozenset({"type", "partial_json"}),
    "signature_delta": frozenset({"type", "signature"}),
    "citations_delta": frozenset({"type", "citation"}),
}
_BEGUN_BY = {
    "text_delta": "text",
    "citations_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "thinking",
    "input_json_delta": "tool_use",
    "compaction_delta": "compaction",
}
"""The type of a block of which only such a delta is there."""


def _piece_of(kind: str) -> str:
    """The type in that table of a block of this type; empty where nothing is known of it."""
    if kind.endswith("tool_use"):
        return "tool_use"
    return kind if kind in _BEGUN_BY.values() else ""


def recognise(event: JsonObject) -> bool:
    return type_of(event) in _KINDS


belongs = recognise


def assemble(events: Iterable[Event], *, as_one: bool = False) -> Iterator[Assembled]:
    """The messages of a capture, one after the other."""
    return answers(events, _Message, ignored=("ping",), as_one=as_one)


class _Message:
    """One message."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.usage = Fields()
        self.is_started = False
        self.blocks: Indexed[_Block] = Indexed()
        self.following = 0
        """The index of a block that comes without one."""
        self.opened: dict[_Block, int] = {}
        """Blocks that have not been stopped, in the order of their start, with their index."""
        self.has_ended = False
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event begins another message: it starts one, or a block again after the
        end."""
        kind, began = type_of(event), object_or_empty(event)
        if kind == "message_start":
            message_id = object_or_empty(began.get("message")).get("id")
            is_again = bool(message_id) and message_id == self.fields.values.get("id")
            return self.has_ended or not is_again
        index = number_of(began.get("index"))
        is_begun = index is None or index in self.blocks
        return self.has_ended and kind == "content_block_start" and is_begun

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        kind = event.get("type")
        if self.has_ended and kind in _KINDS:
            faults.after_end(self.notes, "the message", at, self.at)
        if kind == "message_stop":
            self.has_ended = True
            self.notes.pass_over(event, at, _FIELDS)
        elif kind == "error":
            self.notes.failed(at, event)
        elif isinstance(kind, str) and kind in _READERS:
            if kind != "message_delta":
                self.notes.pass_over(event, at, _FIELDS)
            _READERS[kind](self, event, at)
        else:
            self.notes.unread("No event of a message has this type", event, at)

    def start(self, event: JsonObject, at: Address) -> None:
        message, place = event.get("message"), Address(f"{at}/message")
        if not isinstance(message, dict):
            self.notes.unread("It holds no message", event, at)
            return
        if self.is_started:
            faults.doubled(self.notes, at, self.at)
            self.notes.pass_over(message, place, self.fields.values.keys() | {"content"})
            return
        self.is_started = True
        self.at = place
        for name, value in message.items():
            if name == "usage" and isinstance(value, dict):
                self._add_usage(value, below(place, name))
            elif name == "content" and isinstance(value, list):
                for i, block in enumerate(value):  # some relays send the first blocks along
                    inside = Address(f"{place}/content/{i}")
                    self._open(i, block, inside, inside)
                self.opened.clear()
            else:
                self.fields.first(name, value, below(place, name))

    def _add_usage(self, usage: JsonObject, at: Address) -> None:
        if self.usage.values.keys() <= usage.keys():
            # The last one mostly says all of it again.
            self.fields.last("usage", {}, at)
        self.usage.all_last(usage, at)

    def change(self, event: JsonObject, at: Address) -> None:
        """Take the end of an answer: the reason, and the usage."""
        for name, value in event.items():
            place = below(at, name)
            if name == "delta" and isinstance(value, dict):
                self.fields.all_last(value, place)
            elif name == "usage" and isinstance(value, dict):
                self._add_usage(value, place)
            elif name != "type":
                self.fields.last(name, value, place)

    def _open(self, index: int, block: JsonValue, at: Address, event: Address) -> None:
        if not isinstance(block, dict):
            self.notes.unread("A block is an object, and this is none", block, at)
            return
        opened = self.blocks.begin(index, _Block(at, self.notes), event)
        opened.start(block, at)
        self._is_open(index, opened)

    def _is_open(self, index: int, block: _Block) -> None:
        self.opened[block] = index
        self.following = max(self.following, index + 1)

    def start_block(self, event: JsonObject, at: Address) -> None:
        block, place = event.get("content_block"), Address(f"{at}/content_block")
        index = number_of(event.get("index"))
        index = self.following if index is None else index
        known = self.blocks.last(index)
        if known is None or not isinstance(block, dict):
            self._open(index, block, place, at)
        elif known.is_guessed and known.fits(block):
            faults.late_start(self.notes, "a block", at, known.at)
            known.start(block, place)
        elif known in self.opened and known.began_as == block:
            faults.doubled(self.notes, at, self.blocks.began(index))
        else:
            faults.shares_index(self.notes, (event, at), self.blocks.began(index))
            self._open(index, block, place, at)
        self._tell_index(event, index, at)

    def _tell_index(self, event: JsonObject, index: int, at: Address) -> None:
        """Some relays leave the indexes out; that is told once for each block."""
        known = self.blocks.last(index)
        if number_of(event.get("index")) is None and known and not known.lacks_index:
            known.lacks_index = True
            faults.no_index(self.notes, "a block", at)

    def continue_block(self, event: JsonObject, at: Address) -> None:
        delta, place = event.get("delta"), Address(f"{at}/delta")
        if not isinstance(delta, dict):
            self.notes.unread("It holds no delta", event, at)
            return
        index = self._index_of(event)
        known = self.blocks.last(index)
        kind = _BEGUN_BY.get(type_of(delta) or "")
        if kind is not None and (known is None or not known.takes(kind)):
            if known is not None:
                faults.shares_index(self.notes, (event, at), self.blocks.began(index))
            known = self.blocks.begin(index, _Block(place, self.notes, kind), at)
            self._is_open(index, known)
        if known is None:
            self.notes.unread("It is a piece of a block that never began", event, at)
            return
        self._tell_index(event, index, at)
        if known.has_ended:
            faults.after_end(self.notes, "a block", at, known.at)
        known.add(delta, place)

    def _index_of(self, event: JsonObject) -> int:
        """The index of the block that an event is about: the one it names, or that of the last
        one that is open."""
        index = number_of(event.get("index"))
        if index is not None:
            return index
        return next(reversed(self.opened.values()), self.following)

    def stop_block(self, event: JsonObject, at: Address) -> None:
        known = self.blocks.last(self._index_of(event))
        if known is None:
            faults.start_missing(self.notes, "a block", at)
        else:
            known.has_ended = True
            self.opened.pop(known, None)

    def finished(self, *, ended: bool) -> Assembled:
        open_ended = self.opened or self.fields.values.get("stop_reason") is None
        if open_ended and not self.has_ended:
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        value.setdefault("role", "assistant")
        usage = self.usage.whole("/usage", table)
        if usage:
            value["usage"] = usage
        self.blocks.tell_gaps(self.notes)
        value["content"] = [
            block.finished(f"/content/{i}", table) for i, block in enumerate(self.blocks)
        ]
        notes = self.notes
        return Assembled(value, table, notes, notes.kept, notes.passed_over)


_READERS: dict[str, Callable[[_Message, JsonObject, Address], None]] = {
    "message_start": _Message.start,
    "content_block_start": _Message.start_block,
    "content_block_delta": _Message.continue_block,
    "content_block_stop": _Message.stop_block,
    "message_delta": _Message.change,
}


class _Block:
    """One content block."""

    def __init__(self, at: Address, notes: Notes, guessed: str = "") -> None:
        self.at = at
        self.notes = notes
        self.fields = Fields()
        self.input = Fields()
        self.first_delta: Address | None = None
        self.items: dict[str, Address] = {}
        self.began_as: JsonObject | None = None
        self.guessed = guessed
        """Its type, where only pieces of it came."""
        self.has_ended = False
        self.lacks_index = False

    @property
    def is_guessed(self) -> bool:
        return self.began_as is None

    @property
    def kind(self) -> str:
        return self.guessed if self.began_as is None else type_of(self.began_as) or ""

    def fits(self, block: JsonObject) -> bool:
        """Whether its pieces may be those of a block that begins late."""
        return _piece_of(type_of(block) or "") in ("", self.guessed)

    def takes(self, guessed: str) -> bool:
        """Whether a piece of a block of this type may be a piece of it."""
        return _piece_of(self.kind) in ("", guessed)

    def start(self, block: JsonObject, at: Address) -> None:
        """Take in what the block begins with."""
        self.at = at
        self.began_as = block
        for name, value in block.items():
            if name in _TEXTS.values() and not isinstance(value, list):
                self.fields.join(name, value, below(at, name))
            elif isinstance(value, list):
                self.fields.extend(name, value, below(at, name), self.items)
            else:
                self.fields.first(name, value, below(at, name))

    def add(self, delta: JsonObject, at: Address) -> None:
        kind = type_of(delta) or ""
        if kind in _OF_DELTAS:
            self.notes.pass_over(delta, at, _OF_DELTAS[kind])
        name = _TEXTS.get(kind)
        if name is not None:
            piece = delta.get(name)
            if piece and self.first_delta is None and not self.fields.text(name):
                self.first_delta = at
            self.fields.join(name, piece, below(at, name))
            self.fields.all_last(delta, at, but=("type", name))
        elif kind == "input_json_delta":
            self.input.join(
                "partial_json", delta.get("partial_json"), Address(f"{at}/partial_json")
            )
        elif kind == "signature_delta":
            self.fields.last("signature", delta.get("signature"), Address(f"{at}/signature"))
        elif kind == "citations_delta":
            position = len(list_or_empty(self.fields.values.get("citations")))
            self.fields.extend("citations", [delta.get("citation")], at, self.items)
            self.items[f"citations/{position}"] = Address(f"{at}/citation")
        else:
            self.notes.unread("No piece of a block has this type", delta, at)

    def finished(self, pointer: str, table: PlaceTable) -> JsonValue:
        # A block of text is shown where its text is; all else stands where the block began.
        if self.is_guessed:
            faults.start_missing(self.notes, "a block", self.at)
            self.fields.values["type"] = self.guessed
        table[pointer] = self.first_delta or self.at
        if self.first_delta is not None and not self.is_guessed:
            table[f"{pointer}/type"] = Address(f"{self.at}/type")
        value = self.fields.whole(pointer, table)
        table |= {f"{pointer}/{name}": at for name, at in self.items.items()}
        text = self.input.text("partial_json")
        if text or (self.is_guessed and "partial_json" in self.input.at):
            table[f"{pointer}/input"] = self.input.at["partial_json"]
            table.closed.add(f"{pointer}/input")
            table.came_in(f"{pointer}/input", self.input.pieces.get("partial_json", ()))
        if text:
            if value.get("input"):  # most begin with an empty one
                place = below(self.at, "input")
                self.notes.unread("Its pieces say another input", value["input"], place)
            try:
                value["input"] = json_document.read(text.encode("utf-8", "surrogatepass"))
            except UnreadableUpload:
                value["input"] = text
                table.not_json.append(f"{pointer}/input")
                message = "The pieces of this input make no JSON; it is kept as text."
                self.notes.say("input-not-json", message, table[f"{pointer}/input"])
        return value
