"""What all streams are put together from: fields that come in pieces, each with the event it
began in."""

from __future__ import annotations

from typing import TypeAlias

from crosswire.address import Address, child, escape
from crosswire.model import JsonObject, JsonValue, Note

Event: TypeAlias = "tuple[JsonValue, Address]"
"""What one event says, and where it stands."""

END = "[DONE]"
"""The data of the event that ends a stream of OpenAI's; it is no JSON, and is kept as text."""

MOST_NOTES = 100


class Notes(list[Note]):
    """What had to be left or said; no more than so many."""

    def say(self, code: str, message: str, at: Address) -> None:
        if len(self) < MOST_NOTES:
            self.append(Note(code, message, at))

    def unread(self, what: str, at: Address) -> None:
        self.say("unread-event", f"{what}; it was left out.", at)

    def cut(self, at: Address) -> None:
        message = "The stream ends before the answer does; what had come by then is read."
        self.say("stream-cut", message, at)


class Fields:
    """An object whose fields come in pieces."""

    __slots__ = ("at", "lengths", "texts", "values")

    def __init__(self) -> None:
        self.values: JsonObject = {}
        self.texts: dict[str, list[str]] = {}
        self.lengths: dict[str, int] = {}
        self.at: dict[str, Address] = {}

    def first(self, name: str, value: JsonValue, at: Address) -> None:
        """Keep what is said first; a null or an empty text gives way to what says more."""
        if name not in self.values or (
            self.values[name] in (None, "") and value not in (None, "")
        ):
            self.values[name] = value
            self.at[name] = at

    def last(self, name: str, value: JsonValue, at: Address) -> None:
        """Keep what is said last; a null takes nothing back."""
        if value is not None or name not in self.values:
            self.values[name] = value
            self.at[name] = at

    def join(self, name: str, value: JsonValue, at: Address) -> None:
        """Put a piece of text behind those before it; it began where the first one says
        something."""
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
        self.lengths[name] = self.lengths.get(name, 0) + len(value)
        self.values[name] = ""

    def extend(
        self, name: str, items: list[JsonValue], at: Address, table: dict[str, Address]
    ) -> None:
        """Put items behind those before them; `table` learns of each by `name/position`."""
        known = self.values.get(name)
        if not isinstance(known, list):
            known = []
            self.values[name] = known
            self.at[name] = at
        for i, item in enumerate(items):
            table[f"{name}/{len(known)}"] = Address(f"{at}/{i}")
            known.append(item)

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

    def tell(self, pointer: str, table: dict[str, Address]) -> None:
        """Add the place of each field to the table of the whole, in which this object stands
        at `pointer`."""
        for name, at in self.at.items():
            table[f"{pointer}/{escape(name)}"] = at


def below(at: Address, name: str) -> Address:
    """As `child`, quick for the usual key; a stream has very many."""
    return Address(f"{at}/{name}") if name.isidentifier() else child(at, name)


def first_of_all(
    fields: Fields, event: JsonObject, at: Address, *, but: frozenset[str]
) -> None:
    """The fields beside the answer: a plain value as it is said first, a structure as it is
    said last."""
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
