"""A stream of Responses: items are added, sent in deltas, and repeated whole at their end.

The first whole item counts; the deltas give the addresses where texts begin, and replace an
item that never ended. Where two events disagree, a note names both places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import list_or_empty, object_or_empty, type_of
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.indexed import Indexed
from crosswire.streams.pieces import (
    Event,
    Notes,
    answers,
    below,
    number_of,
)
from crosswire.streams.response_items import Item, item_id_of

SPOKEN_BY: tuple[str, ...] = ("openai-responses", "azure-foundry")

_FIRST = ("response.created", "response.queued")
_WHOLE = frozenset({"response.created", "response.queued", "response.in_progress"})
_AROUND = frozenset({"type", "sequence_number", "response", "obfuscation"})
"""Fields of an event that holds the response."""
_LAST = frozenset(
    {"response.completed", "response.failed", "response.incomplete", "response.cancelled"}
)


def recognise(event: JsonObject) -> bool:
    return (type_of(event) or "").startswith("response.")


belongs = recognise


def assemble(events: Iterable[Event], *, as_one: bool = False) -> Iterator[Assembled]:
    """The responses of a capture, one after the other."""
    return answers(events, _Response, ignored=("keepalive",), as_one=as_one)


class _Response:
    """One response."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.body: tuple[JsonObject, Address] | None = None
        """The response in the last event that has it."""
        self.first: tuple[JsonObject, Address] | None = None
        """The response in the first event that has it."""
        self.items: Indexed[Item] = Indexed()
        self.by_id: dict[str, int] = {}
        """The index of the items whose ids were said."""
        self.has_ended = False
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event begins another response: it says so, or is about an item that this
        one, which has ended, does not have."""
        kind, body = type_of(event), object_or_empty(object_or_empty(event).get("response"))
        if kind in _FIRST:
            if self.has_ended or self.first is None:
                return self.has_ended
            before, now = self.first[0].get("id"), body.get("id")
            return before != now if before and now else bool(self.items.at_index)
        if not self.has_ended or not isinstance(event, dict):
            return False
        named = item_id_of(event)
        return "output_index" in event and named not in self.by_id

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
        elif "output_index" in event or "item" in event or "item_id" in event:
            self._add_to_item(kind, event, at)
        else:
            self.notes.unread(f"The event {kind[:60]!r} is about no item", event, at)

    def _add_body(self, event: JsonObject, at: Address) -> None:
        body = event.get("response")
        self.notes.pass_over(event, at, _AROUND)
        if isinstance(body, dict):
            if self.first is None and self.items.at_index:
                faults.late_start(self.notes, "the response", at, self.at)
            self.body = (body, Address(f"{at}/response"))
            self.first = self.first or self.body
            self._compare_id(body.get("id"), below(self.body[1], "id"))

    def _compare_id(self, value: JsonValue, at: Address) -> None:
        kept, place = self.first or ({}, at)
        if kept.get("id") and value and value != kept["id"]:
            kept_at = below(place, "id")
            faults.changed(
                self.notes, "id", value, at, kept["id"], kept_at, self.at, "response"
            )

    def _add_to_item(self, kind: str, event: JsonObject, at: Address) -> None:
        if self.has_ended:
            faults.after_end(self.notes, "the response", at, self.at)
        index, named = number_of(event.get("output_index")), item_id_of(event)
        lacks_index = index is None
        if index is None:
            newest = self.items.newest()
            follows = 0 if newest is None else newest + (kind == "response.output_item.added")
            index = self.by_id.get(named, follows)
        elif self.by_id.get(named, index) != index:
            before = self.items.began(self.by_id[named])
            faults.index_changed(self.notes, index, at, before, "output_index")
            index = self.by_id[named]
        item = self.items.last(index)
        if item is None or item.is_followed_by(kind, event):
            if item is not None:
                before = self.items.began(index)
                faults.shares_index(self.notes, (event, at), before, "output_index")
            item = self.items.begin(index, Item(at, self.notes), at)
        if named:
            self.by_id.setdefault(named, index)
        if lacks_index and not item.lacks_index:
            item.lacks_index = True
            faults.no_index(self.notes, "an item", at)
        item.add(kind, event, at)

    def finished(self, *, ended: bool) -> Assembled:
        if not self.has_ended and any(item.done is None for item in self.items):
            self.notes.cut(self.latest)
        self.items.tell_gaps(self.notes, "output_index")
        table = PlaceTable(self.at)
        value = self._around(table)
        output: list[JsonValue] = []
        for item, whole, at in self._items_of(list_or_empty(value.get("output"))):
            pointer = f"/output/{len(output)}"
            if item is None:
                table[pointer] = at
                output.append(whole)
                continue
            item.compare(whole if self.has_ended else None, at)
            item.keep_unread(whole)
            made = item.finished(pointer, table, whole, at)
            output += [] if made is None else [made]
        value["output"] = output
        notes = self.notes
        return Assembled(value, table, notes, notes.kept, notes.passed_over)

    def _items_of(
        self, listed: list[JsonValue]
    ) -> Iterator[tuple[Item | None, JsonValue, Address]]:
        """Each item with the whole that the response holds of it too, and where that stands;
        and those that it alone has."""
        for number in sorted({*self.items.at_index, *range(len(listed))}):
            whole = next(iter(listed[number : number + 1]), None)
            at = self.at if self.body is None else Address(f"{self.body[1]}/output/{number}")
            items = [item for item, _ in self.items.at_index.get(number, ())]
            own = next((one for one in items if one.is_same(whole)), None)
            if own is None and len(items) == 1:
                own = items[0]
            for item in items:
                yield item, whole if item is own else None, at
            if own is None and whole is not None:
                yield None, whole, at

    def _around(self, table: PlaceTable) -> JsonObject:
        """The response without its items; a field stands where it was first said as it is."""
        if self.body is None or self.first is None:
            return {}
        body, at = self.body
        first, first_at = self.first
        table[""] = first_at
        self.notes.pass_over(first, first_at, body.keys())
        for name, value in body.items():
            if name not in first or first[name] != value:
                table[below(Address(""), name)] = below(at, name)
        return dict(body)
