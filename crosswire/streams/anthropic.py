"""A stream of Messages: a message is started, its blocks one by one, each in deltas, and then
it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.errors import BrokenStream, UnreadableUpload
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import list_or_empty, type_of
from crosswire.model.source_map import PlaceTable
from crosswire.streams.pieces import (
    END,
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


def recognise(event: JsonObject) -> bool:
    return type_of(event) in _KINDS


belongs = recognise


def assemble(events: Iterable[Event]) -> Iterator[Assembled]:
    """The messages of a capture, one after the other."""
    return answers(events, _Message, ignored=("ping", END))


class _Message:
    """One message."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.usage = Fields()
        self.blocks: dict[int, _Block] = {}
        self.following = 0
        """The index of a block that comes without one."""
        self.opened: dict[int, None] = {}
        """Blocks that have not been stopped, in the order of their start."""
        self.has_ended = False
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        return self.has_ended or type_of(event) in ("message_start", END)

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        kind = event.get("type")
        if kind == "message_stop":
            self.has_ended = True
        elif kind == "error":
            self.notes.failed(at, event)
        elif isinstance(kind, str) and kind in _READERS:
            _READERS[kind](self, event, at)
        else:
            self.notes.unread("No event of a message has this type", event, at)

    def start(self, event: JsonObject, at: Address) -> None:
        message, place = event.get("message"), Address(f"{at}/message")
        if not isinstance(message, dict):
            raise BrokenStream("`message_start` holds no message.", at)
        self.at = place
        for name, value in message.items():
            if name == "usage" and isinstance(value, dict):
                self._add_usage(value, below(place, name))
            elif name == "content" and isinstance(value, list):
                for i, block in enumerate(value):  # some relays send the first blocks along
                    self._open(i, block, Address(f"{place}/content/{i}"))
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

    def _open(self, index: int, block: JsonValue, at: Address) -> None:
        if not isinstance(block, dict):
            raise BrokenStream("a block is an object, and this is none.", at)
        self.blocks[index] = _Block(block, at, self.notes)
        self.opened[index] = None
        self.following = max(self.following, index + 1)

    def start_block(self, event: JsonObject, at: Address) -> None:
        index = number_of(event.get("index"))
        index = self.following if index is None else index
        if index in self.blocks:
            raise BrokenStream(f"block {index} is started a second time.", at)
        self._open(index, event.get("content_block"), Address(f"{at}/content_block"))

    def _index_of(self, event: JsonObject, at: Address) -> int:
        """The block that an event is about: the one it names, or the only one that is open."""
        index = number_of(event.get("index"))
        if index is None:
            if len(self.opened) != 1:
                raise BrokenStream("it names no block, and not exactly one is open.", at)
            return next(iter(self.opened))
        if index not in self.blocks:
            raise BrokenStream(f"it is about block {index}, which was never started.", at)
        return index

    def continue_block(self, event: JsonObject, at: Address) -> None:
        delta = event.get("delta")
        if isinstance(delta, dict):
            self.blocks[self._index_of(event, at)].add(delta, Address(f"{at}/delta"))
        else:
            self.notes.unread("It holds no delta", event, at)

    def stop_block(self, event: JsonObject, at: Address) -> None:
        self.opened.pop(self._index_of(event, at), None)

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
        value["content"] = [
            self.blocks[index].finished(f"/content/{i}", table)
            for i, index in enumerate(sorted(self.blocks))
        ]
        return Assembled(value, table, self.notes, self.notes.kept)


_READERS: dict[str, Callable[[_Message, JsonObject, Address], None]] = {
    "message_start": _Message.start,
    "content_block_start": _Message.start_block,
    "content_block_delta": _Message.continue_block,
    "content_block_stop": _Message.stop_block,
    "message_delta": _Message.change,
}


class _Block:
    """One content block."""

    def __init__(self, block: JsonObject, at: Address, notes: Notes) -> None:
        self.at = at
        self.notes = notes
        self.fields = Fields()
        self.input = Fields()
        self.first_delta: Address | None = None
        self.items: dict[str, Address] = {}
        for name, value in block.items():
            if name in _TEXTS.values() and not isinstance(value, list):
                self.fields.join(name, value, below(at, name))
            elif isinstance(value, list):
                self.fields.extend(name, value, below(at, name), self.items)
            else:
                self.fields.first(name, value, below(at, name))

    def add(self, delta: JsonObject, at: Address) -> None:
        kind = type_of(delta) or ""
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
        table[pointer] = self.first_delta or self.at
        if self.first_delta is not None:
            table[f"{pointer}/type"] = Address(f"{self.at}/type")
        value = self.fields.whole(pointer, table)
        table |= {f"{pointer}/{name}": at for name, at in self.items.items()}
        text = self.input.text("partial_json")
        if text:
            at = table[f"{pointer}/input"] = self.input.at["partial_json"]
            table.closed.add(f"{pointer}/input")
            try:
                value["input"] = json_document.read(text.encode("utf-8", "surrogatepass"))
            except UnreadableUpload:
                value["input"] = text
                table.not_json.append(f"{pointer}/input")
                message = "The pieces of this input make no JSON; it is kept as text."
                self.notes.say("input-not-json", message, at)
        return value
