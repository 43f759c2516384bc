"""Takes values out of the JSON of a mapping; a wrong one raises BadMapping with its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TypeVar

from crosswire.errors import BadMapping
from crosswire.logs.by_shape.mapping import Patterns
from crosswire.logs.by_shape.patterns import Pattern
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import json_kind

MAX_ITEMS = 200
"""Patterns, conditions and values in one list."""
MAX_STEPS = 40
"""Of a pattern."""
_T = TypeVar("_T")


def patterns_at(value: JsonValue, at: str) -> Patterns:
    if value is None:
        return ()
    return each_at(value, at, shallow_at)


def shallow_at(value: JsonValue, at: str) -> Pattern:
    pattern = pattern_at(value, at)
    if pattern.is_deep:
        cure = "name the steps; `**` is for `messages` and `conversation`"
        raise bad(at, "`**` stands in it", cure)
    return pattern


def pattern_at(value: JsonValue, at: str) -> Pattern:
    try:
        pattern = Pattern.of(text_at(value, at))
    except ValueError as error:
        raise bad(at, str(error), "write it once") from error
    if len(pattern.steps) > MAX_STEPS:
        raise bad(at, f"it has {len(pattern.steps)} steps", f"at most {MAX_STEPS} are read")
    return pattern


def each_at(value: JsonValue, at: str, read: Callable[[JsonValue, str], _T]) -> tuple[_T, ...]:
    items = value if isinstance(value, list) else [value]
    if len(items) > MAX_ITEMS:
        raise bad(at, f"it has {len(items)} elements", f"at most {MAX_ITEMS} are read")
    one_at = at if items is not value else f"{at}/%d"
    return tuple(read(one, one_at.replace("%d", str(i))) for i, one in enumerate(items))


def text_at(value: JsonValue, at: str) -> str:
    if not isinstance(value, str):
        raise bad(at, f"it is {json_kind(value)}", "write a text")
    return value


def object_at(value: JsonValue, at: str, known: Sequence[str] | None) -> JsonObject:
    if not isinstance(value, dict):
        raise bad(at, f"it is {json_kind(value)}", "write an object")
    for name in value if known is not None else ():
        if name not in (known or ()):
            near = get_close_matches(name, known or (), 1)
            cure = (
                f"{near[0]!r} seems to be meant"
                if near
                else f"known are {listed(known or ())}"
            )
            raise bad(f"{at}/{name[:80]}", "there is no such field", cure)
    return value


def listed(names: Sequence[str]) -> str:
    return ", ".join(names)


def bad(at: str, cause: str, cure: str) -> BadMapping:
    return BadMapping(f"The mapping is wrong at {at or 'its root'}: {cause}; {cure}.")
