"""Where two JSON values differ: the paths, with what stands there in each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crosswire.address import escape
from crosswire.containers.json_document import ObjectWithEqualKeys
from crosswire.model import JsonValue


class Nothing:
    """Stands for a place that one of two values does not have."""


NOTHING: Final = Nothing()


@dataclass(frozen=True, slots=True)
class PathDifference:
    """A place in two values, and what stands there."""

    path: str
    """As in an address: `/city`, `/items/0`; empty for the whole."""
    first: JsonValue | Nothing
    second: JsonValue | Nothing


def differing_paths(
    first: JsonValue | Nothing, second: JsonValue | Nothing
) -> list[PathDifference]:
    """The places where two values differ, in the order of the first; what only one has is not
    looked into."""
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
    """Whether two values are the same, where at most one of them has anything inside."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other


def _members(
    one: JsonValue | Nothing, other: JsonValue | Nothing
) -> list[tuple[str | int, JsonValue | Nothing, JsonValue | Nothing]] | None:
    """What is inside of both by keys or positions; None where they are not of one kind."""
    if isinstance(one, dict) and isinstance(other, dict):
        if isinstance(one, ObjectWithEqualKeys) or isinstance(other, ObjectWithEqualKeys):
            return None if _shadowed(one) != _shadowed(other) else _by_key(one, other)
        return _by_key(one, other)
    if isinstance(one, list) and isinstance(other, list):
        longest = max(len(one), len(other))
        return [
            (i, one[i] if i < len(one) else NOTHING, other[i] if i < len(other) else NOTHING)
            for i in range(longest)
        ]
    return None


def _by_key(
    one: dict[str, JsonValue], other: dict[str, JsonValue]
) -> list[tuple[str | int, JsonValue | Nothing, JsonValue | Nothing]]:
    keys = dict.fromkeys([*one, *other])
    return [(key, one.get(key, NOTHING), other.get(key, NOTHING)) for key in keys]


def _shadowed(value: dict[str, JsonValue]) -> list[tuple[str, JsonValue]]:
    found: list[tuple[str, JsonValue]] = getattr(value, "shadowed", [])
    return found
