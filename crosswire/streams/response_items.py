"""The items of a stream of Responses, each with its events."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Body
from crosswire.model.json_values import list_or_empty
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.disagreement import compare_items, compare_names, compare_pieces
from crosswire.streams.pieces import Event, Fields, Notes, below, number_of

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
_OF_EVENTS = _PLACES | {
    *("item", "part", "delta", "name", "logprobs", "annotation_index"),
    *_FIELDS.values(),
    *(text for _, _, _, text in _LISTED.values()),
}
"""Fields of events of an item."""
_BEGUN_BY = {
    "response.function_call_arguments": "function_call",
    "response.mcp_call_arguments": "mcp_call",
    "response.custom_tool_call_input": "custom_tool_call",
    "response.code_interpreter_call_code": "code_interpreter_call",
    "response.output_text": "message",
    "response.refusal": "message",
    "response.content_part": "message",
    "response.reasoning_text": "reasoning",
    "response.reasoning_summary_text": "reasoning",
    "response.reasoning_summary_part": "reasoning",
}
"""The type of an item of which only such a piece is there."""


class Item:
    """One item of the output."""

    def __init__(self, at: Address, notes: Notes) -> None:
        self.at = at
        self.notes = notes
        self.added: tuple[JsonObject, Address] | None = None
        self.done: tuple[JsonObject, Address] | None = None
        self.fields = Fields()
        self.parts: dict[tuple[str, int], _Listed] = {}
        self.named: dict[str, Address] = {}
        """The ids of the item that pieces of it say."""
        self.guessed: JsonObject = {}
        """What pieces tell of an item that is neither added nor done."""
        self.lacks_index = False
        self.unread: list[Event] = []
        """Events of kinds that nothing is known of, which hold more than where they belong."""

    def is_followed_by(self, kind: str, event: JsonObject) -> bool:
        """Whether an event at the same index begins another item."""
        item, known = event.get("item"), self.done or self.added
        if not isinstance(item, dict) or known is None:
            return False
        if _differ("type", item, known[0]):
            return True
        if _differ("call_id", item, known[0]):
            return kind == "response.output_item.added" or self.done is not None
        begins_again = kind == "response.output_item.added" and self.done is not None
        return begins_again and _differ("id", item, known[0])

    def is_same(self, whole: JsonValue) -> bool:
        """Whether the response lists this item by its ids."""
        known = self.done or self.added
        if known is None or not isinstance(whole, dict):
            return False
        names = ("call_id", "id") if whole.get("call_id") else ("id",)
        return any(whole.get(name) and whole.get(name) == known[0].get(name) for name in names)

    def _add_item(self, kind: str, item: JsonObject, at: Address) -> None:
        place = Address(f"{at}/item")
        if kind == "response.output_item.done":
            if self.done is not None:
                self._say_again(item, at, self.done)
            elif self.added is None:
                self._compare_earlier_ids(item, place)
            self.done = self.done or (item, place)
            return
        if self.added is not None:
            self._say_again(item, at, self.added)
        elif self.named or self.fields.at or self.parts:
            faults.late_start(self.notes, "an item", at, self.at)
            self._compare_earlier_ids(item, place)
        self.added = self.added or (item, place)

    def _compare_earlier_ids(self, item: JsonObject, at: Address) -> None:
        """The ids that pieces said before the item began."""
        kept, kept_at = item.get("id"), below(at, "id")
        for named, place in self.named.items():
            if kept and named != kept:
                faults.changed(self.notes, "id", named, place, kept, kept_at, self.at, "item")

    def _say_again(self, item: JsonObject, at: Address, before: Body) -> None:
        if item == before[0]:
            faults.doubled(self.notes, at, before[1])
        else:
            compare_items(*before, item, Address(f"{at}/item"), self.notes)

    def _compare_id(self, event: JsonObject, at: Address) -> None:
        """Some servers send each event with another id of its item."""
        named = event.get("item_id")
        known = self.added or self.done
        if not isinstance(named, str) or not named or named in self.named:
            return
        if len(self.named) < faults.MAX_IDS:
            self.named[named] = place = below(at, "item_id")
            first, first_at = next(iter(self.named.items()))
            if known is not None and known[0].get("id"):
                first, first_at = str(known[0]["id"]), below(known[1], "id")
            if named != first:
                faults.changed(
                    self.notes, "id", named, place, first, first_at, self.at, "item"
                )

    def add(self, kind: str, event: JsonObject, at: Address) -> None:
        item = event.get("item")
        if isinstance(item, dict):
            self.notes.pass_over(event, at, _OF_EVENTS)
            self._add_item(kind, item, at)
            return
        self._compare_id(event, at)
        stem, _, last = kind.rpartition(".")
        if stem in _BEGUN_BY:
            self.notes.pass_over(event, at, _OF_EVENTS)
        self._guess(stem, event)
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

    def _guess(self, stem: str, event: JsonObject) -> None:
        """What a piece tells of its item, where that is neither added nor done."""
        kind = _BEGUN_BY.get(stem)
        if kind is not None:
            self.guessed.setdefault("type", kind)
            name = event.get("name")
            if isinstance(name, str) and name:
                self.guessed.setdefault("name", name)

    def keep_unread(self, whole: JsonValue) -> None:
        """What is not known, where the item was not said as a whole in the end."""
        if self.done is None and not isinstance(whole, dict):
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
            began = self._begun_by_pieces(pointer, table)
            if began is None:
                return None
        table[pointer] = began[1]
        if last is None:
            value, done_at = self._from_deltas(began[0]), None
        else:
            value, done_at = dict(last[0]), last[1]
            self._tell_changes(pointer, table, began[0], last)
            self._keep_names(pointer, table, value, last[1])
            if self.added is not None:
                self.notes.pass_over(*self.added, value.keys())
        for name, at in self.fields.at.items():
            table[f"{pointer}/{name}"] = at
        self.fields.add_pieces(pointer, table)
        table.came_in(pointer, [at for _, at in filter(None, (self.added, self.done))])
        self._tell_parts(pointer, table, value, done_at)
        return value

    def _begun_by_pieces(self, pointer: str, table: PlaceTable) -> Body | None:
        """An item whose beginning is missing; None where its pieces do not tell what it is."""
        if not self.guessed:
            return None
        faults.start_missing(self.notes, "an item", self.at)
        began = dict(self.guessed)
        if began["type"] == "message":
            began |= {"role": "assistant", "content": []}
        for named, at in list(self.named.items())[:1]:
            began["id"] = named
            table[f"{pointer}/id"] = at
        return began, self.at

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

    def _keep_names(
        self, pointer: str, table: PlaceTable, value: JsonObject, at: Address
    ) -> None:
        """What names the item and only its beginning says, and not its end."""
        before, before_at = self.added or ({}, at)
        for name in ("id", "call_id", "name"):
            if before.get(name) and not value.get(name):
                value[name] = before[name]
                table[f"{pointer}/{name}"] = below(before_at, name)
                faults.left_out(self.notes, name, at, below(before_at, name))

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
        self.fields.add_pieces(pointer, table)
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


def item_id_of(event: JsonObject) -> str:
    """The id that an event says of its item; empty where it says none."""
    item = event.get("item")
    named = item.get("id") if isinstance(item, dict) else event.get("item_id")
    return named if isinstance(named, str) else ""


def _differ(name: str, one: JsonObject, other: JsonObject) -> bool:
    """Whether both say a field, and not the same."""
    return bool(one.get(name) and other.get(name)) and one[name] != other[name]
