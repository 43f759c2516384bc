"""Fields of a log by their names, of which versions and programs have several."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue
from crosswire.model.call_id import CallId, no_call_id, read_call_id

FAILURES = frozenset({"error", "failed", "failure", "cancelled", "canceled", "denied"})
"""What programs write of a call whose result is an error."""


class Field(NamedTuple):
    """What stands in a field, and where; or where it would stand."""

    value: JsonValue
    at: Address
    present: bool


def field(raw: JsonObject, at: Address, names: str) -> Field:
    """The first field with these names that holds anything.

    `names` are names in order, with `|` between them; a dot leads into an object
    (`arguments|function.arguments`).
    """
    first: Field | None = None
    for way in _ways(names):
        found = _at_end(raw, at, way)
        if found.present and found.value is not None:
            return found
        if first is None or (found.present and not first.present):
            first = found
    return first if first is not None else Field(None, at, False)


def text(raw: JsonObject, names: str) -> str | None:
    """The text in the first of these fields that holds one."""
    for way in _ways(names):
        value = _at_end(raw, _NOWHERE, way).value
        if isinstance(value, str):
            return value
    return None


def word(raw: JsonObject, name: str) -> str:
    """The text in a field that names a type; empty where it holds anything else."""
    value = raw.get(name)
    return value if isinstance(value, str) else ""


@cache
def tops(names: str) -> frozenset[str]:
    """The outermost fields that these names begin with."""
    return frozenset(way[0] for way in _ways(names))


def id_in(raw: JsonObject, at: Address, names: str, may_lack: bool = False) -> CallId:
    """The id in a field whose purpose is to tie a result to its call; without names, or where
    the field may be lacking and is, the program writes none."""
    found = field(raw, at, names)
    if not names or (may_lack and not found.present):
        return no_call_id()
    return read_call_id(found.value, address=found.at, present=found.present)


_NOWHERE = Address("")


@cache
def _ways(names: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name.split(".")) for name in names.split("|") if name)


def _at_end(raw: JsonObject, at: Address, way: tuple[str, ...]) -> Field:
    value: JsonValue = raw
    present = True
    for name in way:
        present = isinstance(value, dict) and name in value
        value = value.get(name) if isinstance(value, dict) else None
    return Field(value, child(at, *way), present)


def words(text: str) -> frozenset[str]:
    """The words of a text, for tables of names."""
    return frozenset(text.split())


def failed(raw: JsonObject, at: Address, names: str) -> bool:
    """Whether the fields with these names say that a call failed."""
    for name in filter(None, names.split("|")):
        value = field(raw, at, name.lstrip("!")).value
        if name.startswith("!") and value is False:
            return True
        if not name.startswith("!") and (value is True or str(value) in FAILURES):
            return True
    return False
