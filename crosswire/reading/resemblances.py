"""What looks like a call, a result or a message in documents that no format knows.

The names of fields decide, and the ids that two objects share. It is told and never used to
read: what these objects are to each other is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct, field

from crosswire.address import Address, root
from crosswire.model import JsonObject, JsonValue
from crosswire.reading.walked_paths import Path, items, written
from crosswire.tools.call_shapes import CALL_IDS, NAMES, Likeness, likeness, word

MAX_PLACES = 100
"""Places that are listed; all are counted."""
MAX_VALUES = 200_000
"""Objects and lists that are looked at."""
MAX_KEYS_AROUND = 4
"""Of an object that is there for the call in it: `{id, type, function: {...}}`."""

_WORDS: dict[Likeness, tuple[str, str]] = {
    "call": ("a tool call", "tool calls"),
    "result": ("a tool result", "tool results"),
    "message": ("a message", "messages"),
}
_Object: TypeAlias = "tuple[JsonObject, Path | Address, JsonValue]"
"""An object, where it stands, and what holds it."""


class Resemblance(Struct, frozen=True):
    """An object that looks like something of a conversation."""

    address: Address
    looks_like: Likeness
    name: str
    """Of the tool; empty where none stands there."""
    id: str
    """That ties it to another, as it stands there; empty where there is none."""


class Resemblances(Struct):
    """All that was found."""

    places: list[Resemblance] = field(default_factory=list)
    counts: dict[Likeness, int] = field(default_factory=dict)
    pairs: int = 0
    """Results whose id is that of a call."""
    whole: bool = True
    """Whether all values were looked at."""

    @property
    def said(self) -> str:
        """How many there are, in a sentence."""
        within = "" if self.whole else f", among the first {MAX_VALUES:,} values"
        counts = [(count, kind) for kind in _WORDS if (count := self.counts.get(kind, 0))]
        if not counts:
            return f"Nothing looks like a tool call, a tool result or a message{within}."
        told = [f"{count:,} like {_WORDS[kind][count > 1]}" for count, kind in counts]
        first = told[0].replace(
            " like", " object looks like" if counts[0][0] == 1 else " objects look like", 1
        )
        listed = ", ".join([first, *told[1:-1]]) + (f" and {told[-1]}" if told[1:] else "")
        return f"By the names of fields{within}, {listed}{self._ties}."

    @property
    def _ties(self) -> str:
        if not self.pairs:
            return ""
        has = "has" if self.pairs == 1 else "have"
        return f"; {self.pairs:,} of the results {has} the id of a call"


def resemblances(documents: Sequence[JsonValue]) -> Resemblances:
    """Look through documents for what looks like a conversation."""
    found = Resemblances()
    objects = _objects(documents, found)
    calls = {id(value): _id_of(value, above) for value, _, above in objects if _is_call(value)}
    call_ids = {one for one in calls.values() if one}
    for value, path, _ in objects:
        looks_like = "call" if id(value) in calls else likeness(value, call_ids)
        if looks_like is None or (looks_like == "result" and _wraps_a_call(value, calls)):
            continue
        found.counts[looks_like] = found.counts.get(looks_like, 0) + 1
        tie = calls.get(id(value)) or _id_of(value, None, call_ids)
        found.pairs += looks_like == "result" and tie in call_ids
        if len(found.places) < MAX_PLACES:
            tie = "" if looks_like == "message" else tie
            name = "" if looks_like == "message" else _name_of(value)
            found.places.append(Resemblance(written(path), looks_like, name, tie))
    return found


def _objects(documents: Sequence[JsonValue], found: Resemblances) -> list[_Object]:
    """The objects of the documents, in their order."""
    objects: list[_Object] = []
    pending: list[tuple[JsonValue, Path | Address, JsonValue]] = []
    pending += ((value, root(number), None) for number, value in enumerate(documents))
    pending.reverse()
    looked_at = 0
    while pending:
        value, path, above = pending.pop()
        looked_at += 1
        if looked_at > MAX_VALUES:
            found.whole = False
            break
        if isinstance(value, dict):
            objects.append((value, path, above))
        pending += [
            (inner, (path, token), value)
            for token, inner in reversed(list(items(value)))
            if isinstance(inner, (dict, list))
        ]
    return objects


def _is_call(value: JsonObject) -> bool:
    return likeness(value, ()) == "call"


def _wraps_a_call(value: JsonObject, calls: dict[int, str]) -> bool:
    """Whether an object has the id of a call right inside: `{id, function: {...}}`."""
    return any(id(inner) in calls for inner in value.values())


def _id_of(value: JsonObject, above: JsonValue, known: set[str] | None = None) -> str:
    """The id of a call or a result: its own, or that of the object around it."""
    texts = {word(key): inner for key, inner in value.items() if isinstance(inner, str)}
    named = next((texts[key] for key in texts if key in CALL_IDS and texts[key]), "")
    if not named and known:
        named = next((text for text in texts.values() if text in known), "")
    named = named or texts.get("id", "")
    if not named and isinstance(above, dict) and len(above) <= MAX_KEYS_AROUND:
        return _id_of(above, None)
    return named


def _name_of(value: JsonObject) -> str:
    return next(
        (
            inner
            for key, inner in value.items()
            if word(key) in NAMES and isinstance(inner, str)
        ),
        "",
    )
