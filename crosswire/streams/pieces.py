"""Builds fields from pieces, each with the event that it began in; for all streams."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Set
from typing import Generic, Protocol, TypeAlias, TypeVar

from crosswire.address import Address, child, escape
from crosswire.model import JsonObject, JsonValue, Note, StreamFault
from crosswire.model.entry import Assembled
from crosswire.model.json_values import list_or_empty
from crosswire.model.source_map import PlaceTable

Event: TypeAlias = "tuple[JsonValue, Address]"
"""The value of an event, and its address."""

END = "[DONE]"
"""The data of the event that ends a stream of OpenAI's; it is no JSON, and is kept as text."""

MAX_NOTES = 100


class Answer(Protocol):
    """An answer of which some events have come."""

    notes: Notes

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event begins another answer."""

    def add(self, event: JsonObject, at: Address) -> None:
        """Take in one more event."""

    def finished(self, *, ended: bool) -> Assembled:
        """The answer so far; `ended`: the stream marks it as complete."""


def answers(
    events: Iterable[Event],
    begin: Callable[[Address], Answer],
    *,
    ignored: Container[str] = (),
    as_one: bool = False,
) -> Iterator[Assembled]:
    """The answers of a capture, one by one; events of `ignored` types are skipped.

    With `as_one` all events are of one answer, as those are that answered one request.
    """
    answer: Answer | None = None
    strange: list[Event] = []
    for event, at in events:
        if answer is not None and (
            event == END or (not as_one and answer.is_followed_by(event))
        ):
            _tell_strange(answer, strange)
            yield answer.finished(ended=event == END)
            answer = None
        if not isinstance(event, dict):
            strange += [(event, at)] if event != END else []
        elif event.get("type") not in ignored:
            answer = answer or begin(at)
            answer.add(event, at)
    if answer is not None:
        _tell_strange(answer, strange)
        yield answer.finished(ended=False)


def _tell_strange(answer: Answer, strange: list[Event]) -> None:
    for event, at in strange:
        answer.notes.unread("An event is an object, and this is none", event, at)
    strange.clear()


class Notes(list[Note]):
    """What the reader of a stream finds odd, at most `MAX_NOTES` of it; and all that it knows
    no place for."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Event] = []
        self.passed_over: list[tuple[JsonValue, Address, str]] = []
        """Fields that no word is known for, each with the object that has it."""

    def pass_over(self, held: JsonObject, at: Address, known: Set[str]) -> None:
        """Remember what stands in a piece of a stream beside the fields that are known."""
        if held.keys() <= known:
            return
        for name, value in held.items():
            if name not in known and value and isinstance(value, (str, dict, list)):
                self.passed_over.append((value, at, name))

    def say(self, code: str, message: str, at: Address) -> None:
        if len(self) < MAX_NOTES:
            self.append(Note(code, message, at))

    def fault(
        self,
        code: str,
        message: str,
        at: Address,
        *,
        about: Address,
        other: Address | None = None,
        contradicts: bool = False,
    ) -> None:
        """Tell what events get wrong; see `faults`."""
        if len(self) < MAX_NOTES:
            self.append(StreamFault(code, message, at, about, other, contradicts))

    def unread(self, what: str, piece: JsonValue, at: Address) -> None:
        """Keep a piece that nothing is known of as it stands."""
        self.say("unread-event", f"{what}; it is kept as it stands, behind the answer.", at)
        self.kept.append((piece, at))

    def failed(self, at: Address, error: JsonValue = None) -> None:
        """Say that the stream failed; an `error` that has no other place is kept."""
        self.say("stream-error", "The provider ended the stream with an error.", at)
        if error is not None:
            self.kept.append((error, at))

    def cut(self, at: Address) -> None:
        message = "The stream ends before the answer does; what had come by then is read."
        self.say("stream-cut", message, at)


class Alternative(Protocol):
    """An alternative answer of a response."""

    def has_ended(self) -> bool:
        """Whether it has a reason for its end."""

    def add(self, piece: JsonObject, at: Address) -> None:
        """Take in the next piece."""

    def finished(self, pointer: str, table: PlaceTable) -> JsonValue:
        """The whole of it, its places added to the table."""


A = TypeVar("A", bound=Alternative)


class Alternatives(Generic[A]):
    """The alternative answers of a response, by their `index`."""

    def __init__(self, begin: Callable[[Address, Notes], A], called: str) -> None:
        self.begin = begin
        self.called = called
        """What the provider calls one, with its article: `A choice`."""
        self.by_index: dict[int, A] = {}
        self.began: Address | None = None
        """The address of the list as its owner finds it; None before the first piece."""

    def known(self, piece: JsonObject) -> A | None:
        """The answer that a piece goes on with; None where it begins one."""
        return self.by_index.get(_index_of(piece))

    def have_ended(self) -> bool:
        """Whether there are some, and all have come to their end."""
        return bool(self.by_index) and all(one.has_ended() for one in self.by_index.values())

    def add(self, pieces: list[JsonValue], at: Address, notes: Notes) -> None:
        """Add the pieces of an event, whose list is at `at`."""
        for i, piece in enumerate(pieces):
            place = Address(f"{at}/{i}")
            if not isinstance(piece, dict):
                notes.unread(f"{self.called} is an object, and this is none", piece, place)
                continue
            index = _index_of(piece)
            if index not in self.by_index:
                self.by_index[index] = self.begin(place, notes)
            self.by_index[index].add(piece, place)

    def finished(self, pointer: str, table: PlaceTable) -> list[JsonValue]:
        """The whole answers, in the order of their indexes."""
        if self.began is not None:
            table[pointer] = self.began
        return [
            self.by_index[index].finished(f"{pointer}/{number}", table)
            for number, index in enumerate(sorted(self.by_index))
        ]


def _index_of(piece: JsonObject) -> int:
    return number_of(piece.get("index")) or 0


class Fields:
    """An object whose fields come in pieces."""

    __slots__ = ("at", "began", "lengths", "pieces", "texts", "values")

    def __init__(self, began: Address | None = None) -> None:
        self.began = began
        """The address of the object; None before its first piece, or where its owner knows
        it."""
        self.values: JsonObject = {}
        self.texts: dict[str, list[str]] = {}
        self.lengths: dict[str, int] = {}
        self.at: dict[str, Address] = {}
        self.pieces: dict[str, list[Address]] = {}
        """Where the pieces of each text stand that are not empty."""

    def first(self, name: str, value: JsonValue, at: Address) -> None:
        """Keep the first value; a null or an empty text is replaced by a later one."""
        if name not in self.values or (
            self.values[name] in (None, "") and value not in (None, "")
        ):
            self.values[name] = value
            self.at[name] = at

    def last(self, name: str, value: JsonValue, at: Address) -> None:
        """Keep the last value; a null does not replace another one."""
        if value is not None or name not in self.values:
            self.values[name] = value
            self.at[name] = at

    def all_first(self, fields: JsonObject, at: Address, *, but: Container[str] = ()) -> None:
        """Keep the first value of each field of an object."""
        for name, value in fields.items():
            if name not in but:
                self.first(name, value, below(at, name))

    def all_last(self, fields: JsonObject, at: Address, *, but: Container[str] = ()) -> None:
        """Keep the last value of each field of an object."""
        for name, value in fields.items():
            if name not in but:
                self.last(name, value, below(at, name))

    def join(self, name: str, value: JsonValue, at: Address) -> None:
        """Append a piece of text; the text began at its first piece that is not empty."""
        if not isinstance(value, str) or not isinstance(
            self.values.get(name, ""), (str, type(None))
        ):
            self.first(name, value, at)
            return
        pieces = self.texts.setdefault(name, [])
        if name not in self.at or (value and not any(pieces)):
            self.at[name] = at
        if value or not pieces:
            pieces.append(value)
        if value:
            self.pieces.setdefault(name, []).append(at)
        self.lengths[name] = self.lengths.get(name, 0) + len(value)
        self.values[name] = ""

    def extend(
        self, name: str, items: list[JsonValue], at: Address, table: dict[str, Address]
    ) -> None:
        """Append items; `table` gets the address of each by `name/position`."""
        known = list_or_empty(self.values.get(name))
        if not isinstance(self.values.get(name), list):
            self.at[name] = at
        for i, item in enumerate(items):
            table[f"{name}/{len(known)}"] = Address(f"{at}/{i}")
            known.append(item)
        self.values[name] = known

    def text(self, name: str) -> str | None:
        """The text so far; None where there is none."""
        if name in self.texts:
            joined = "".join(self.texts[name])
            self.texts[name] = [joined]
            return joined
        value = self.values.get(name)
        return value if isinstance(value, str) else None

    def says(self, name: str, text: JsonValue) -> bool:
        """Whether this is the text so far; quick, as a field may come in very many pieces."""
        return (
            isinstance(text, str)
            and self.lengths.get(name) == len(text)
            and self.text(name) == text
        )

    def value(self) -> JsonObject:
        return {
            name: self.text(name) if name in self.texts else value
            for name, value in self.values.items()
        }

    def whole(self, pointer: str, table: PlaceTable) -> JsonObject:
        """The object; the addresses of its fields go into `table`, below `pointer`."""
        self.add_places(pointer, table)
        return self.value()

    def add_places(self, pointer: str, table: PlaceTable) -> None:
        """Add the address of each field to the table of the whole, which has this object at
        `pointer`."""
        if self.began is not None:
            table[pointer] = self.began
        for name, at in self.at.items():
            table[f"{pointer}/{escape(name)}"] = at
        self.add_pieces(pointer, table)

    def add_pieces(self, pointer: str, table: PlaceTable) -> None:
        """Add where the pieces of its texts stand."""
        for name, places in self.pieces.items():
            table.came_in(f"{pointer}/{escape(name)}", places)


def below(at: Address, name: str) -> Address:
    """As `child`, quick for the usual key; a stream has very many."""
    return Address(f"{at}/{name}") if name.isidentifier() else child(at, name)


def first_of_all(
    fields: Fields, event: JsonObject, at: Address, *, but: frozenset[str]
) -> None:
    """The fields beside the answer: of a plain value the first, of a structure the last."""
    for name, value in event.items():
        if name in but:
            continue
        if isinstance(value, (dict, list)):
            fields.last(name, value, below(at, name))
        elif fields.values.get(name) in (None, ""):
            fields.first(name, value, below(at, name))


def number_of(value: JsonValue) -> int | None:
    """An index, where there is one."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
