"""Finds what an object says, where versions and languages of a program name its fields
differently.

Names are given in the order in which they are looked for; `function.name` is a field within a
field, and `content.0` the first element of a list.
"""

from __future__ import annotations

from msgspec import Struct

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue
from crosswire.model.call_id import CallId, no_call_id, read_call_id

Names = tuple[str, ...]


class Field(Struct, frozen=True):
    """A field that is there, with its place."""

    value: JsonValue
    at: Address


def field_in(raw: JsonObject, at: Address, names: Names) -> Field | None:
    """The first of these fields that holds anything; a null holds nothing."""
    for name in names:
        found = _within(raw, at, name)
        if found is not None and found.value is not None:
            return found
    return None


def text_in(raw: JsonObject, names: Names) -> str | None:
    """The text in the first of these fields that holds one."""
    for name in names:
        found = _within(raw, Address(""), name)
        if found is not None and isinstance(found.value, str):
            return found.value
    return None


def id_in(raw: JsonObject, at: Address, names: Names, *, required: bool = True) -> CallId:
    """The call id in the first of these fields that is there, be it null or empty; a type
    without such a field has none."""
    if not names:
        return no_call_id()
    there = [found for name in names if (found := _within(raw, at, name)) is not None]
    found = next((one for one in there if one.value is not None), there[0] if there else None)
    if found is None:
        place = child(at, *names[0].split("."))
        return read_call_id(None, address=place, present=False, required=required)
    return read_call_id(found.value, address=found.at, required=required)


def outer(*names: Names) -> frozenset[str]:
    """The fields of the object itself among these names."""
    return frozenset(name.partition(".")[0] for group in names for name in group)


def _within(raw: JsonObject, at: Address, name: str) -> Field | None:
    if "." not in name:  # most names, and the way of every call
        return Field(raw[name], child(at, name)) if name in raw else None
    value: JsonValue = raw
    for key in name.split("."):
        if isinstance(value, list) and key == "0" and value:
            value, at = value[0], child(at, 0)
        elif isinstance(value, dict) and key in value:
            value, at = value[key], child(at, key)
        else:
            return None
    return Field(value, at)
