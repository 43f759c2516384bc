"""The terms that tell one kind of file from others: where something stands in a JSON value.

sessionId             the field is there
info/trace_id         a field within a field
events[]/author       within one of the first elements of a list
mapping/*/message     within one of the first fields, whatever their names
type=user|assistant   with one of these values
type^session.         a text that begins so
arguments:object      of a kind: text, number, list, object
!model                the field is not there
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, islice, repeat

from msgspec import Struct

from crosswire.model import JsonValue

MOST = 200
"""Elements of a list, or fields, that one step looks at."""
_MOST_VALUES = 20_000
"""Values that one term looks at."""
_LARGEST = 1_000
"""Number that a term names."""
_KINDS: dict[str, type | tuple[type, ...]] = {
    "text": str,
    "number": (int, float),
    "list": list,
    "object": dict,
}
_SIGNS = "=^:"


class _Term(Struct, frozen=True):
    path: tuple[str, ...]
    sign: str
    wanted: tuple[str, ...]
    is_absent: bool


@lru_cache(maxsize=4_096)
def _parsed(text: str) -> _Term:
    is_absent = text.startswith("!")
    text = text.removeprefix("!")
    at = min((text.find(sign) for sign in _SIGNS if sign in text), default=-1)
    path, sign, wanted = (text, "", "") if at < 0 else (text[:at], text[at], text[at + 1 :])
    steps = path.replace("[]", "/[]").split("/")
    return _Term(tuple(steps), sign, tuple(wanted.split("|")) if sign else (), is_absent)


def fit(value: JsonValue, terms: Iterable[str]) -> bool:
    """Whether all terms hold of a value."""
    return all(map(_holds, repeat(value), map(_parsed, terms)))


def _holds(value: JsonValue, term: _Term) -> bool:
    level: list[JsonValue] = [value]
    for step in term.path:
        level = [*islice(_below(level, step), _MOST_VALUES)]
        if not level:
            return term.is_absent
    is_there = not term.sign or any(map(_is_wanted, level, repeat(term)))
    return is_there != term.is_absent


def _below(values: Iterable[JsonValue], step: str) -> Iterable[JsonValue]:
    """What stands one step below some values."""
    if step == "[]":
        return chain.from_iterable(one[:MOST] for one in values if isinstance(one, list))
    if step == "*":
        objects = (one for one in values if isinstance(one, dict))
        return chain.from_iterable(islice(one.values(), MOST) for one in objects)
    if step.isdecimal():
        return chain.from_iterable(_at(one, step) for one in values)
    return (one[step] for one in values if isinstance(one, dict) and step in one)


def _at(value: JsonValue, number: str) -> Iterable[JsonValue]:
    """The element with a number, or the field of which it is the name."""
    if isinstance(value, dict):
        return (value[number],) if number in value else ()
    return value[int(number) : int(number) + 1] if isinstance(value, list) else ()


def _is_wanted(value: JsonValue, term: _Term) -> bool:
    if term.sign == "=":
        return _written(value) in term.wanted
    if term.sign == "^":
        return isinstance(value, str) and value.startswith(term.wanted)
    return isinstance(value, _KINDS[term.wanted[0]]) and not isinstance(value, bool)


def _written(value: JsonValue) -> str | None:
    """A scalar as a term writes it; a number that no term names is none, however long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value) if abs(value) <= _LARGEST else None
    return value if isinstance(value, str) else None
