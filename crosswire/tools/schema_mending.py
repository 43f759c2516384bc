"""Slips in a schema, written as JSON Schema's draft 2020-12 has what they mean.

Where what was meant is plain, it stays: the word for a type in the place of a schema,
`required` at the field, the tuples and bounds of older drafts, numbers as text. What means
nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_patch import patched, value_below
from crosswire.model.json_values import (
    is_number,
    list_or_empty,
    object_or_empty,
    texts_in,
)
from crosswire.model.loss import LossKind
from crosswire.tools.schema_places import Path, SchemaPlaces
from crosswire.tools.schema_validity import TYPES, faults

Change = tuple[Path, JsonValue]
"""A place in a schema and what is to stand there; None: nothing."""


class Mend(NamedTuple):
    """One slip, with what makes it JSON Schema."""

    path: Path
    changes: list[Change]
    kind: LossKind
    why: str
    certain: bool
    """Whether the schema means the same as was meant before."""

    @property
    def what(self) -> str:
        return self.path[-1] if self.path else "schema"


_WORDS = {
    "bool": "boolean",
    "dict": "object",
    "double": "number",
    "float": "number",
    "int": "integer",
    "list": "array",
    "long": "integer",
    "map": "object",
    "str": "string",
}
"""Words for types of programming languages, with those of JSON Schema."""
_MEANS_ANYTHING = "any"


def mended(places: SchemaPlaces) -> tuple[SchemaPlaces, list[Mend]]:
    """A schema without its slips, walked, and these."""
    done: list[Mend] = []
    for _ in range(_MOST_ROUNDS):
        mends = slips(places)
        if not mends:
            break
        done += mends
        changes = [change for mend in mends for change in mend.changes]
        places = SchemaPlaces(patched(places.root, changes))
    return places, done


_MOST_ROUNDS = 5
"""A tuple is mended first, then what is in it; a round more than slips lie in each other."""


def slips(places: SchemaPlaces) -> list[Mend]:
    """The slips in a schema; those within a tuple of an older draft once that is mended."""
    tuples = [_tuple(word.path, word.holder) for word in places.where("items", _is_tuple)]
    if tuples:
        return _not_twice(tuples)
    found: list[Mend] = []
    lifted: dict[Path, list[Path]] = {}
    for what, path, _ in faults(places):
        if what == "required" and _is_said_at_field(places, path):
            lifted.setdefault(path[:-3], []).append(path)
        elif path:
            found.append(_MENDS.get(what, _value)(places, path))
    found += [_lifted(places, around, said) for around, said in lifted.items()]
    return _not_twice(found)


def _is_tuple(value: JsonValue) -> bool:
    return isinstance(value, list)


def _is_said_at_field(places: SchemaPlaces, path: Path) -> bool:
    is_field = len(path) > 2 and path[-3] == "properties"
    return is_field and value_below(places.root, path) is True


def _not_twice(mends: list[Mend]) -> list[Mend]:
    """Those that lie in no other, and change no place that another one changes."""
    taken: set[Path] = set()
    kept: list[Mend] = []
    for mend in sorted(mends, key=lambda mend: len(mend.path)):
        around = {mend.path[:length] for length in range(len(mend.path) + 1)}
        if taken.isdisjoint(around):
            taken.add(mend.path)
            kept.append(mend)
    return kept


# Tuples of draft 7


def _tuple(path: Path, holder: JsonObject) -> Mend:
    rest = holder.get("additionalItems")
    changes: list[Change] = [
        ((*path[:-1], "prefixItems"), holder["items"] or None),
        (path, rest if isinstance(rest, (dict, bool)) else None),
        ((*path[:-1], "additionalItems"), None),
    ]
    why = "JSON Schema has the schemas of a tuple in `prefixItems` since draft 2020-12."
    return Mend(path, changes, LossKind.CHANGED, why, certain=True)


# By what is wrong


def _schema(places: SchemaPlaces, path: Path) -> Mend:
    value = value_below(places.root, path)
    word = _type_meant(value) if isinstance(value, str) else None
    if word is not None:
        why = "A schema is an object; the word for a type stands in it."
        return Mend(path, [(path, {"type": word})], LossKind.CHANGED, why, certain=True)
    why = "It is no schema; anything is allowed in its place."
    return Mend(path, [(path, {})], LossKind.DROPPED, why, certain=value == _MEANS_ANYTHING)


def _type_meant(word: str) -> str | None:
    small = word.lower()
    return small if small in TYPES else _WORDS.get(small)


def _type(places: SchemaPlaces, path: Path) -> Mend:
    value = value_below(places.root, path)
    words = [value] if isinstance(value, str) else texts_in(value)
    meant = [_type_meant(word) for word in words]
    known: list[JsonValue] = [*dict.fromkeys(word for word in meant if word is not None)]
    if not known:
        why = "There is no such type; anything is allowed."
        certain = value == _MEANS_ANYTHING
        return Mend(path, [(path, None)], LossKind.DROPPED, why, certain=certain)
    why = "JSON Schema has other words for types."
    certain = None not in meant and len(words) == len(list_or_empty(value) or words)
    new: JsonValue = known[0] if len(known) == 1 else known
    return Mend(path, [(path, new)], LossKind.CHANGED, why, certain=certain)


def _required(places: SchemaPlaces, path: Path) -> Mend:
    value = value_below(places.root, path)
    if isinstance(value, list):
        new: list[JsonValue] = [*dict.fromkeys(texts_in(value))]
        why = "The list of what is required names each field once."
        certain = len(texts_in(value)) == len(value)
        return Mend(path, [(path, new)], LossKind.CHANGED, why, certain=certain)
    why = "What is required is a list of names at the object."
    certain = value is False or value is None
    return Mend(path, [(path, None)], LossKind.DROPPED, why, certain=certain)


def _lifted(places: SchemaPlaces, around: Path, said: list[Path]) -> Mend:
    """`required: true` at the fields of one object, which share its list."""
    holder = object_or_empty(value_below(places.root, around))
    listed = [*texts_in(holder.get("required")), *(path[-2] for path in said)]
    required: list[JsonValue] = [*dict.fromkeys(listed)]
    changes: list[Change] = [(path, None) for path in said]
    changes.append(((*around, "required"), required))
    why = "What is required is listed at the object, not said at the field."
    return Mend(said[0], changes, LossKind.MOVED, why, certain=True)


def _value(places: SchemaPlaces, path: Path) -> Mend:
    value = value_below(places.root, path)
    if path[-1] in _BOUNDS and isinstance(value, bool):
        return _bound(places, path, is_exclusive=value)
    number = _number(value) if path[-1] in _NUMBERS else None
    if number is not None:
        why = "It is a number and no text."
        return Mend(path, [(path, number)], LossKind.CHANGED, why, certain=True)
    why = "JSON Schema has no such value for it."
    return Mend(path, [(path, None)], LossKind.DROPPED, why, certain=value is None)


_BOUNDS = {"exclusiveMaximum": "maximum", "exclusiveMinimum": "minimum"}
_NUMBERS = frozenset(
    {
        *("exclusiveMaximum", "exclusiveMinimum", "maxItems", "maxLength", "maxProperties"),
        *("maximum", "minItems", "minLength", "minProperties", "minimum", "multipleOf"),
    }
)


def _bound(places: SchemaPlaces, path: Path, *, is_exclusive: bool) -> Mend:
    """A bound of draft 4, which says beside the limit whether that is excluded."""
    beside = (*path[:-1], _BOUNDS[path[-1]])
    limit = value_below(places.root, beside)
    moves = is_exclusive and is_number(limit)
    changes: list[Change] = [(path, limit), (beside, None)] if moves else [(path, None)]
    why = "Since draft 6 it is the limit itself."
    certain = moves or not is_exclusive
    return Mend(path, changes, LossKind.CHANGED, why, certain=certain)


def _number(value: JsonValue) -> JsonValue:
    """The number that a text is, as far as it is a plain one."""
    text = value.strip() if isinstance(value, str) else ""
    digits = text.removeprefix("-").replace(".", "", 1)
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > _MOST_DIGITS:
        return None
    return float(text) if "." in text else int(text)


_MOST_DIGITS = 15
_MENDS: dict[str, Callable[[SchemaPlaces, Path], Mend]] = {
    "schema": _schema,
    "type": _type,
    "required": _required,
}
