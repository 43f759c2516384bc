"""The attributes of a span, in whichever notation of OpenTelemetry they are written."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from crosswire.address import Address, child
from crosswire.logs.shared.opening import Opened
from crosswire.logs.spans.structured import (
    SCALARS,
    Structured,
    is_structured,
    plain_value,
    scalar,
)
from crosswire.model import JsonObject, JsonValue

FLAT = "attributes."
"""How the names of columns begin in tables of spans."""
_IN_PIECES = ("llm.input_messages", "llm.output_messages")
"""Lists that are told apart into attributes for each piece, as others write them."""
HOLDERS = ("attributes", "Attributes", "tags", "span_attributes", "SpanAttributes")
_HOLDERS = frozenset(HOLDERS)


class Attribute(Struct):
    """A value, with its place and what holds it."""

    value: JsonValue
    at: Address
    holder: JsonValue
    """What stands for the whole attribute in the upload."""
    structured: Structured | None = None
    """Where its pieces stand that OTLP writes in a notation of its own."""


class Attributes(Struct):
    """By their names."""

    by_name: dict[str, Attribute] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    """Those that were read."""

    def first(self, *names: str) -> Attribute | None:
        """The first of these that is there and holds anything."""
        for name in names:
            found = self.by_name.get(name)
            if found is not None and found.value not in (None, ""):
                self.taken.add(name)
                return found
        return None

    def text(self, *names: str) -> str | None:
        """The text of the first of these; its place is of no interest."""
        found = self.first(*names)
        return found.value if found is not None and isinstance(found.value, str) else None

    def beginning(self, prefix: str) -> Iterator[tuple[str, Attribute]]:
        """Those whose names begin so, with the rest of each name."""
        for name, found in self.by_name.items():
            if name.startswith(prefix):
                yield name[len(prefix) :], found

    def __contains__(self, name: str) -> bool:
        return name in self.by_name


def attributes_of(span: JsonObject, at: Address, opened: Opened | None = None) -> Attributes:
    """Those of a span or an event; of an object that is nothing but attributes, its fields."""
    found = Attributes()
    holder = holder_of(span)
    if holder is None:
        for name, value in span.items():
            _fill(found, {name.removeprefix(FLAT): value}, at, "", place=child(at, name))
        return found
    value, place = span[holder], child(at, holder)
    if opened is not None:
        value, place = opened.value(value, place)
    _fill(found, value, place, "")
    return found


def holder_of(span: JsonObject) -> str | None:
    """The field that holds the attributes: an object, a list, or JSON in a text."""
    if _HOLDERS.isdisjoint(span):
        return None
    for key in HOLDERS:
        value = span.get(key)
        if isinstance(value, (dict, list)) or (isinstance(value, str) and value[:1] == "{"):
            return key
    return None


def _fill(
    into: Attributes,
    value: JsonValue,
    at: Address,
    prefix: str,
    depth: int = 16,
    *,
    place: Address | None = None,
    in_pieces: bool = False,
) -> None:
    if isinstance(value, list):
        for i, one in enumerate(value):
            if in_pieces and depth:
                _fill(into, {str(i): one}, at, prefix, depth - 1, in_pieces=True)
            elif isinstance(one, dict):
                _fill_one(into, one, Address(f"{at}/{i}"))
        return
    for name, held in value.items() if isinstance(value, dict) else ():
        where = place or child(at, name)
        pieces = in_pieces or (prefix + name in _IN_PIECES and isinstance(held, list))
        whole = isinstance(held, dict) and "." not in name and not _is_value(held)
        if depth and (whole or (pieces and isinstance(held, (dict, list)))):
            _fill(into, held, where, f"{prefix}{name}.", depth - 1, in_pieces=pieces)
        if not pieces or not isinstance(held, (dict, list)):
            into.by_name[prefix + name] = attribute(held, where, held)


def _fill_one(into: Attributes, one: JsonObject, at: Address) -> None:
    """`{key, value}` of OTLP, `{Key, Value}` of Go, `{key, type, value}` of Jaeger."""
    for key, value in (("key", "value"), ("Key", "Value")):
        name = one.get(key)
        if isinstance(name, str):
            into.by_name[name] = attribute(one.get(value), child(at, value), one)


def _is_value(held: JsonObject) -> bool:
    return is_structured(held) or "role" in held or "type" in held


def attribute(value: JsonValue, at: Address, holder: JsonValue) -> Attribute:
    """A value in whichever notation."""
    if isinstance(value, dict) and is_structured(value):
        for key in SCALARS:
            if key in value:
                return Attribute(scalar(value[key], key), child(at, key), holder)
        structured = Structured(at)
        return Attribute(plain_value(value, at, structured), at, holder, structured)
    if isinstance(value, dict) and set(value) == {"Type", "Value"}:
        return Attribute(value["Value"], child(at, "Value"), holder)
    return Attribute(value, at, holder)
