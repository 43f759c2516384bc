"""Where two JSON values differ: the paths, with the value of each side."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from msgspec import Struct

from crosswire.address import escape
from crosswire.containers.json_document import ObjectWithEqualKeys
from crosswire.model import JsonValue


class Nothing:
    """The value of a place that is absent."""


NOTHING: Final = Nothing()


class PathDifference(Struct, frozen=True):
    """A path at which two values differ, and what each has there."""

    path: str
    """As in an address: `/city`, `/items/0`; empty for the whole."""
    first: JsonValue | Nothing
    second: JsonValue | Nothing


def differing_paths(
    first: JsonValue | Nothing, second: JsonValue | Nothing
) -> list[PathDifference]:
    """The places where two values differ, in the order of the first.

    A place that only one of them has is one difference, whatever is inside.
    """
    found: list[PathDifference] = []
    stack: list[tuple[str, JsonValue | Nothing, JsonValue | Nothing]] = [("", first, second)]
    while stack:
        path, one, other = stack.pop()
        members = _members(one, other)
        if members is not None:
            stack += [(f"{path}/{escape(key)}", a, b) for key, a, b in reversed(members)]
        elif not same_plain(one, other):
            found.append(PathDifference(path, one, other))
    return found


def same_plain(one: JsonValue | Nothing, other: JsonValue | Nothing) -> bool:
    """Whether two values are the same; at most one of them may have members."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other


def _members(
    one: JsonValue | Nothing, other: JsonValue | Nothing
) -> list[tuple[str | int, JsonValue | Nothing, JsonValue | Nothing]] | None:
    """The members of two objects or two lists, by key or position; None for any others."""
    if isinstance(one, dict) and isinstance(other, dict):
        return _by_key(one, other) if _shadowed(one) == _shadowed(other) else None
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip_longest(one, other, fillvalue=NOTHING)
        return [(i, a, b) for i, (a, b) in enumerate(pairs)]
    return None


def _by_key(
    one: dict[str, JsonValue], other: dict[str, JsonValue]
) -> list[tuple[str | int, JsonValue | Nothing, JsonValue | Nothing]]:
    keys = dict.fromkeys([*one, *other])
    return [(key, one.get(key, NOTHING), other.get(key, NOTHING)) for key in keys]


def _shadowed(value: dict[str, JsonValue]) -> list[tuple[str, JsonValue]]:
    """The earlier values of equal keys."""
    return value.shadowed if isinstance(value, ObjectWithEqualKeys) else []
