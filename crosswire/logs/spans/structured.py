"""JSON in OTLP's notation, `{kvlistValue: {values: [{key, value}]}}`, made plain, with the
place of each of its pieces."""

from __future__ import annotations

import re

from crosswire.address import Address, child, escape
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_empty
from crosswire.model.source_map import Places, PlaceTable

SCALARS = ("stringValue", "intValue", "doubleValue", "boolValue", "bytesValue")
_ALL = frozenset({*SCALARS, "arrayValue", "kvlistValue"})
_WHOLE = re.compile(r"-?[0-9]{1,24}")
_DEPTH = 60


class Structured:
    """Where the pieces of one such value stand."""

    def __init__(self, at: Address) -> None:
        self.places = Places(at, PlaceTable(at))


def is_structured(value: JsonValue) -> bool:
    """Whether an object is a value in OTLP's notation."""
    return isinstance(value, dict) and len(value) == 1 and not _ALL.isdisjoint(value)


def plain_value(
    value: JsonValue, at: Address, into: Structured, pointer: str = "", depth: int = _DEPTH
) -> JsonValue:
    """The plain value; `pointer` leads to it in the whole."""
    if not isinstance(value, dict) or depth == 0:
        return value
    into.places.table[pointer] = at
    for key in SCALARS:
        if key in value:
            into.places.table[pointer] = child(at, key)
            return scalar(value[key], key)
    if "arrayValue" in value:
        held, place = _values(value, at, "arrayValue")
        return [
            plain_value(one, Address(f"{place}/{i}"), into, f"{pointer}/{i}", depth - 1)
            for i, one in enumerate(held)
        ]
    held, place = _values(value, at, "kvlistValue")
    found: JsonObject = {}
    for i, one in enumerate(held):
        pair = object_or_empty(one)
        name = text_or_empty(pair.get("key"))
        below, inner = f"{pointer}/{escape(name)}", Address(f"{place}/{i}/value")
        found[name] = plain_value(pair.get("value"), inner, into, below, depth - 1)
    return found


def scalar(value: JsonValue, key: str) -> JsonValue:
    """The value of one of these; OTLP writes whole numbers as texts."""
    if key == "intValue" and isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    return value


def _values(value: JsonObject, at: Address, key: str) -> tuple[list[JsonValue], Address]:
    held = list_or_empty(object_or_empty(value.get(key)).get("values"))
    return held, child(at, key, "values")
