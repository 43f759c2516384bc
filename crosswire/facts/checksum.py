"""The checksum of a call: what it asked for, as one number that is the same for equal calls.

sha256 of the canonical JSON (RFC 8785) of `{"tool": name, "args": arguments}`. It tells that a
call came again, and binds nothing: two calls with one checksum are still two calls, each with
an id.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from math import isfinite, isnan
from typing import Literal

import orjson
from msgspec import Struct

from crosswire.containers.json_document import ExactNumber
from crosswire.facts.canonical_json import canonical_bytes
from crosswire.model import Arguments, ArgumentsState, JsonObject, JsonValue, ToolCallPart
from crosswire.model.json_values import is_number
from crosswire.tools.arguments import hidden_value

CANONICAL = "sha256-jcs"
"""Over `{"tool", "args"}`, as RFC 8785 has it."""
NUMBERS_AS_TEXT = "sha256-jcs-numbers-as-text"
"""The same, where no double holds one of the numbers (an integer from 2^53 on, NaN): those are
texts."""
ARGUMENTS_AS_TEXT = "sha256-jcs-args-text"
"""Over `{"tool", "args_text"}`: the arguments are free text, or should be JSON and are not."""

_SAFE = 2**53 - 1
_Numbers = Literal["whole", "fractions", "beyond"]


class Checksum(Struct, frozen=True):
    """A checksum, and what it was taken of; those of two algorithms never speak of equal
    calls."""

    algorithm: str
    hex: str
    """64 digits, in lower case."""


def of(call: ToolCallPart) -> Checksum | None:
    """The checksum of a call.

    None where the log does not show the arguments (a provider's own tool that was logged
    without them), and where there is half a character in it (a lone surrogate), which has no
    bytes in UTF-8.
    """
    given = call.arguments
    if given.state in (ArgumentsState.INVALID, ArgumentsState.FREE_TEXT):
        return _checksum(ARGUMENTS_AS_TEXT, {"tool": call.name, "args_text": given.text or ""})
    if given.state is ArgumentsState.ABSENT and call.hybrid:
        return None
    return of_value(call.name, normalised(given))


def of_value(tool: str, args: JsonValue) -> Checksum | None:
    """The checksum of a tool's name and the arguments for it, as they are."""
    return _checksum(CANONICAL, {"tool": tool, "args": args})


def normalised(given: Arguments) -> JsonValue:
    """The arguments as the object that they stand for: none is an empty one, one inside a text
    that one."""
    value = given.value
    if isinstance(value, str):
        hidden = hidden_value(value)
        return hidden if isinstance(hidden, dict) else value
    return {} if value is None else value


def canonical(value: JsonValue) -> bytes | None:
    """RFC 8785's bytes; None where it has none, for a number or for a lone surrogate."""
    return _written(value, _numbers(value))


def _written(value: JsonValue, numbers: _Numbers) -> bytes | None:
    if numbers == "beyond":
        return None
    try:
        if numbers == "whole":
            return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
        return canonical_bytes(value)
    except (orjson.JSONEncodeError, UnicodeEncodeError):
        return None


def _checksum(algorithm: str, value: JsonObject) -> Checksum | None:
    numbers = _numbers(value)
    if numbers == "beyond":
        algorithm, text = NUMBERS_AS_TEXT, canonical(_with_numbers_as_text(value))
    else:
        text = _written(value, numbers)
    return None if text is None else Checksum(algorithm, hashlib.sha256(text).hexdigest())


def _numbers(value: JsonValue) -> _Numbers:
    """Which numbers it holds: `whole`, so that a fast writer gives the same bytes; or one
    beyond a double.

    A key beyond ASCII counts as a fraction: UTF-16, by which the keys are sorted, may sort it
    otherwise.
    """
    kind: Literal["whole", "fractions"] = "whole"
    stack: list[JsonValue] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if not all(map(str.isascii, item)):
                kind = "fractions"
            stack += item.values()
        elif isinstance(item, list):
            stack += item
        elif is_number(item):
            if _is_beyond(item):
                return "beyond"
            if isinstance(item, float):
                kind = "fractions"
    return kind


def _is_beyond(number: float) -> bool:
    if isinstance(number, int):
        return not -_SAFE <= number <= _SAFE
    return isinstance(number, ExactNumber) or not isfinite(number)


def _with_numbers_as_text(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _with_numbers_as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_numbers_as_text(inner) for inner in value]
    if is_number(value) and _is_beyond(value):
        return value.text if isinstance(value, ExactNumber) else json.dumps(value)
    return value


def equal_calls(calls: Iterable[ToolCallPart]) -> dict[Checksum, list[ToolCallPart]]:
    """The calls that are not alone with their checksum, in their order; cheap where few are
    alike."""
    alike: dict[object, list[ToolCallPart]] = defaultdict(list)
    for call in calls:
        alike[_likeness(call)].append(call)
    equal: dict[Checksum | None, list[ToolCallPart]] = defaultdict(list)
    for group in alike.values():
        for call in group if len(group) > 1 else ():
            equal[of(call)].append(call)
    return {value: group for value, group in equal.items() if value and len(group) > 1}


def _likeness(call: ToolCallPart) -> object:
    """The same for any two calls whose checksums are; far cheaper than these."""
    if call.arguments.state in (ArgumentsState.INVALID, ArgumentsState.FREE_TEXT):
        return call.name, call.arguments.text
    value = normalised(call.arguments)
    if not isinstance(value, dict):
        return call.name, None
    if _EASILY_COMPARED.issuperset(map(type, value.values())):
        return call.name, frozenset(value.items())
    return call.name, frozenset([(key, _glance(inner)) for key, inner in value.items()])


_EASILY_COMPARED = frozenset({str, int, bool, type(None)})


def _glance(value: JsonValue) -> object:
    if isinstance(value, list):
        return len(value), *(item for item in value[:3] if isinstance(item, str))
    if isinstance(value, dict):
        return len(value), None
    return None if isinstance(value, float) and isnan(value) else value
