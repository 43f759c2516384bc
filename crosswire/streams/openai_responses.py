"""A stream of Responses: items are added, sent in deltas, and repeated whole at their end.

The first whole item counts; the deltas give the addresses where texts begin, and replace an
item that never ended. Where two events disagree, a note names both places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crosswire.address import Address
from crosswire.errors import BrokenStream
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import list_or_empty, object_or_empty, type_of
from crosswire.model.source_map import PlaceTable
from crosswire.streams.disagreement import compare_items, compare_names, compare_pieces
from crosswire.streams.pieces import (
    END,
    Event,
    Fields,
    Notes,
    answers,
    below,
    number_of,
)

SPOKEN_BY: tuple[str, ...] = ("openai-responses", "azure-foundry")

_FIRST = ("response.created", "response.queued")
_WHOLE = frozenset({"response.created", "response.queued", "response.in_progress"})
_LAST = frozenset(
    {"response.completed", "response.failed", "response.incomplete", "response.cancelled"}
)
_FIELDS = {
    "response.function_call_arguments": "arguments",
    "response.mcp_call_arguments": "arguments",
    "response.custom_tool_call_input": "input",
    "response.code_interpreter_call_code": "code",
}
"""The field of an item that deltas of this kind are pieces of."""
_LISTED = {
    "response.output_text": ("content", "content_index", "output_text", "text"),
    "response.refusal": ("content", "content_index", "refusal", "refusal"),
    "response.reasoning_text": ("content", "content_index", "reasoning_text", "text"),
    "response.reasoning_summary_text": ("summary", "summary_index", "summary_text", "text"),
}
"""The list, the name of the position in it, and the type and text of the part that deltas are
pieces of."""
_PARTS = {
    "response.content_part": ("content", "content_index"),
    "response.reasoning_summary_part": ("summary", "summary_index"),
}


_PLACES = frozenset(
    {
        *("type", "sequence_number", "output_index", "item_id", "content_index"),
        *("summary_index", "status", "obfuscation"),
    }
)
"""Fields that say only where an event belongs, or how far its item is."""


def recognise(event: JsonObject) -> bool:
    return (type_of(event) or "").startswith("response.")


belongs = recognise


def assemble(events: Iterable[Event]) -> Iterator[Assembled]:
    """The responses of a capture, one after the other."""
    return answers(events, _Response, ignored=("keepalive",))


class _Response:
    """One response."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.body: tuple[JsonObject, Address] | None = None
        """The response in the last event that has it."""
        self.first: tuple[JsonObject, Address] | None = None
        """The response in the first event that has it."""
        self.items: dict[int, _Item] = {}
        self.has_ended = False
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        kind, body = type_of(event), object_or_empty(event).get("response")
        if self.has_ended or kind not in _FIRST:
            return kind == END or (self.has_ended and isinstance(event, dict))
        before = None if self.first is None else self.first[0].get("id")
        named_anew = isinstance(body, dict) and self.first and body.get("id") != before
        return bool(named_anew or self.items)

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        kind = event.get("type")
        if not isinstance(kind, str):
            self.notes.unread("No event of a response is without a type", event, at)
        elif kind in _WHOLE or kind in _LAST:
            self._add_body(event, at)
            self.has_ended = kind in _LAST
        elif kind == "error":
            self.notes.failed(at, event)
        elif "output_index" in event or "item" in event:
            self._add_to_item(kind, event, at)
        else:
            self.notes.unread(f"The event {kind[:60]!r} is about no item", event, at)

    def _add_body(self, event: JsonObject, at: Address) -> None:
        body = event.get("response")
        if isinstance(body, dict):
            self.body = (body, Address(f"{at}/response"))
            self.first = self.first or self.body

    def _add_to_item(self, kind: str, event: JsonObject, at: Address) -> None:
        index = number_of(event.get("output_index"))
        if index is None:
            raise BrokenStream("it is about an item, and does not say about which.", at)
        if index not in self.items:
            self.items[index] = _Item(at, self.notes)
        self.items[index].add(kind, event, at)

    def finished(self, *, ended: bool) -> Assembled:
        if not self.has_ended and any(item.done is None for item in self.items.values()):
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self._around(table)
        listed = list_or_empty(value.get("output"))
        numbers = sorted({*self.items, *range(len(listed))})
        value["output"] = [
            self._finished_item(number, f"/output/{i}", table, listed)
            for i, number in enumerate(numbers)
        ]
        for number in sorted(self.items):
            self.items[number].keep_unread(listed[number : number + 1])
        return Assembled(value, table, self.notes, self.notes.kept)

    def _finished_item(
        self, number: int, pointer: str, table: PlaceTable, listed: list[JsonValue]
    ) -> JsonValue:
        """One item, of which the response may hold the whole too, among those it lists."""
        whole = next(iter(listed[number : number + 1]), None)
        at = self.at if self.body is None else Address(f"{self.body[1]}/output/{number}")
        item = self.items.get(number)
        if item is None:
            table[pointer] = at
            return whole
        item.compare(whole if self.has_ended else None, at)
        return item.finished(pointer, table, whole, at)

    def _around(self, table: PlaceTable) -> JsonObject:
        """The response without its items; a field stands where it was first said as it is."""
        if self.body is None or self.first is None:
            return {}
        body, at = self.body
        first, first_at = self.first
        table[""] = first_at
        for name, value in body.items():
            if name not in first or first[name] != value:
                table[below(Address(""), name)] = below(at, name)
        return dict(body)


class _Item:
    """One item of the output."""

    def __init__(self, at: Address, notes: Notes) -> None:
        self.at = at
        self.notes = notes
        self.added: tuple[JsonObject, Address] | None = None
        self.done: tuple[JsonObject, Address] | None = None
        self.fields = Fields()
        self.parts: dict[tuple[str, int], _Listed] = {}
        self.unread: list[Event] = []
        """Events of kinds that nothing is known of, which hold more than where they belong."""

    def add(self, kind: str, event: JsonObject, at: Address) -> None:
        item = event.get("item")
        if isinstance(item, dict):
            place = Address(f"{at}/item")
            if kind == "response.output_item.done":
                self.done = item, place
            else:
                self.added = self.added or (item, place)
            return
        stem, _, last = kind.rpartition(".")
        if stem in _FIELDS:
            _join(self.fields, _FIELDS[stem], last, event, at)
        elif stem in _LISTED and last in ("delta", "done"):
            self._add_text(stem, last, event, at)
        elif stem in _PARTS and last in ("added", "done"):
            self._add_part(stem, last, event, at)
        elif kind == "response.output_text.annotation.added":
            part = self._part("content", event, "content_index", at)
            part.annotations.append((event.get("annotation"), Address(f"{at}/annotation")))
        elif not _PLACES.issuperset(event):
            self.unread.append((event, at))

    def keep_unread(self, whole: Sequence[JsonValue]) -> None:
        """What is not known, where the item was not said as a whole in the end."""
        if self.done is None and not any(isinstance(item, dict) for item in whole):
            for event, at in self.unread:
                self.notes.unread("No event of an item has this type", event, at)

    def _part(self, name: str, event: JsonObject, position: str, at: Address) -> _Listed:
        number = number_of(event.get(position))
        return self.parts.setdefault((name, number or 0), _Listed(at))

    def _add_text(self, stem: str, last: str, event: JsonObject, at: Address) -> None:
        name, position, kind, text = _LISTED[stem]
        part = self._part(name, event, position, at)
        part.kind, part.text = kind, text
        _join(part.fields, text, last, event, at)

    def _add_part(self, stem: str, last: str, event: JsonObject, at: Address) -> None:
        name, position = _PARTS[stem]
        given = event.get("part")
        if isinstance(given, dict):
            part = self._part(name, event, position, at)
            if last == "added" or part.given is None:
                part.given = given, Address(f"{at}/part")

    def compare(self, final: JsonValue, final_at: Address) -> None:
        """Note where other events disagree with the item that was read."""
        whole = (final, final_at) if isinstance(final, dict) else None
        kept = self.done or whole
        if kept is None:
            return
        if self.added is not None:
            compare_names(*kept, *self.added, self.notes)
        for name, at in self.fields.at.items():
            compare_pieces(
                self.fields.text(name) or "",
                at,
                kept[0].get(name),
                below(kept[1], name),
                self.notes,
            )
        for (name, number), part in self.parts.items():
            listed = kept[0].get(name)
            if isinstance(listed, list) and number < len(listed):
                part.compare(listed[number], Address(f"{kept[1]}/{name}/{number}"), self.notes)
        if self.done is not None and whole is not None:
            compare_items(*self.done, *whole, self.notes)

    def finished(
        self, pointer: str, table: PlaceTable, whole: JsonValue, whole_at: Address
    ) -> JsonValue:
        last = self.done
        if last is None and isinstance(whole, dict):
            last = whole, whole_at
        began = self.added or last
        if began is None:
            why = "it is a piece of an item that is neither added nor done."
            raise BrokenStream(why, self.at)
        table[pointer] = began[1]
        if last is None:
            value, done_at = self._from_deltas(began[0]), None
        else:
            value, done_at = dict(last[0]), last[1]
            self._tell_changes(pointer, table, began[0], last)
        for name, at in self.fields.at.items():
            table[f"{pointer}/{name}"] = at
        self._tell_parts(pointer, table, value, done_at)
        return value

    def _tell_changes(
        self,
        pointer: str,
        table: PlaceTable,
        began: JsonObject,
        last: tuple[JsonObject, Address],
    ) -> None:
        """What was said otherwise, or not at all, when the item was added, stands where it was
        done."""
        for name, value in last[0].items():
            if name not in began or began[name] != value:
                table[below(Address(pointer), name)] = below(last[1], name)

    def _from_deltas(self, began: JsonObject) -> JsonObject:
        value = dict(began) | self.fields.value()
        for name in ("content", "summary"):
            parts: list[JsonValue] = [part.finished() for _, part in self._parts_of(name)]
            if parts:
                value[name] = parts
        return value

    def _parts_of(self, name: str) -> list[tuple[int, _Listed]]:
        """The parts of a list of the item, with their numbers and in their order."""
        keys = [key for key in sorted(self.parts) if key[0] == name]
        return [(key[1], self.parts[key]) for key in keys]

    def _tell_parts(
        self,
        pointer: str,
        table: PlaceTable,
        value: JsonObject,
        done_at: Address | None,
    ) -> None:
        for name in ("content", "summary"):
            listed = list_or_empty(value.get(name))
            for position, (number, part) in enumerate(self._parts_of(name)):
                i = position if done_at is None else number
                if i < len(listed):
                    place = None if done_at is None else Address(f"{done_at}/{name}/{i}")
                    part.add_places(f"{pointer}/{name}/{i}", table, listed[i], place)


def _join(fields: Fields, name: str, last: str, event: JsonObject, at: Address) -> None:
    """Put a delta behind the others; the whole text counts where no delta has come."""
    if last == "delta":
        fields.join(name, event.get("delta"), Address(f"{at}/delta"))
    elif last == "done" and name not in fields.texts:
        fields.join(name, event.get(name), below(at, name))


class _Listed:
    """A part of an item's content or summary."""

    def __init__(self, at: Address) -> None:
        self.at = at
        self.given: tuple[JsonObject, Address] | None = None
        self.kind = ""
        self.text = ""
        self.fields = Fields()
        self.annotations: list[tuple[JsonValue, Address]] = []

    def finished(self) -> JsonValue:
        value: JsonObject = (
            dict(self.given[0]) if self.given is not None else {"type": self.kind}
        )
        value |= self.fields.value()
        if self.annotations:
            value["annotations"] = [annotation for annotation, _ in self.annotations]
        return value

    def compare(self, kept: JsonValue, kept_at: Address, notes: Notes) -> None:
        text = self.fields.text(self.text)
        if text is not None and isinstance(kept, dict):
            at = self.fields.at[self.text]
            compare_pieces(text, at, kept.get(self.text), below(kept_at, self.text), notes)

    def add_places(
        self,
        pointer: str,
        table: PlaceTable,
        value: JsonValue,
        done_at: Address | None,
    ) -> None:
        """The addresses of a part: of its text; of the rest, its own event or the end of its
        item."""
        given = self.given
        text_at = self.fields.at.get(self.text)
        table[pointer] = text_at or (given[1] if given is not None else self.at)
        for name, inner in value.items() if isinstance(value, dict) else ():
            place = below(Address(pointer), name)
            if name == self.text and text_at is not None:
                table[place] = text_at
            elif given is not None and name in given[0] and given[0][name] == inner:
                table[place] = below(given[1], name)
            elif done_at is not None:
                table[place] = below(done_at, name)
            elif given is not None:
                table[place] = below(given[1], name)
        for i, (_, at) in enumerate(self.annotations):
            table[f"{pointer}/annotations/{i}"] = at
