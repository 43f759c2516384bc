"""Whether the arguments of a call fit the schema of its tool, as far as that is plain.

No validator of JSON Schema: what is looked at are required properties, unknown ones, and
simple types. Where a schema uses anything that could change the answer (`$ref`, `anyOf`,
patterns), it is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty

DEEPEST = 6
MOST_REQUIRED = 200
MOST_ITEMS = 50
"""How far it looks: below, along one list of required properties, along one list of values."""

_MAY_ALLOW_MORE = frozenset(
    {
        "$dynamicRef",
        "allOf",
        "anyOf",
        "dependencies",
        "dependentSchemas",
        "else",
        "if",
        "oneOf",
        "patternProperties",
        "propertyNames",
        "then",
        "unevaluatedProperties",
    }
)
_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_WORDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a text",
}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that does not fit."""

    what: Literal["missing", "unknown", "type"]
    path: str
    """The property, with those around it: `filter.city`."""
    wanted: str = ""
    given: str = ""


def mismatches(arguments: JsonObject, schema: JsonValue) -> Iterator[Mismatch]:
    """What of some arguments a schema does not allow."""
    return _object(arguments, schema, "", 0) if isinstance(schema, dict) else iter(())


_PLAIN: dict[str, frozenset[type]] = {
    "boolean": frozenset({bool}),
    "integer": frozenset({int}),
    "null": frozenset({type(None)}),
    "number": frozenset({int, float}),
    "string": frozenset({str}),
}


def fits_plainly(schema: JsonValue) -> Callable[[JsonObject], bool]:
    """A quick test: True is certain; on False only `mismatches` knows."""
    if not isinstance(schema, dict) or "$ref" in schema:
        return lambda arguments: True
    given, required = schema.get("properties"), schema.get("required")
    types: dict[str, frozenset[type]] = {}
    items: dict[str, frozenset[type] | None] = {}
    for name, inner in object_or_empty(given).items():
        if isinstance(inner, dict) and "$ref" not in inner:
            types[name], of_list = _plain_types(inner), inner.get("items")
            if "array" in _types(inner):
                told = isinstance(of_list, dict) and "$ref" not in of_list
                items[name] = (
                    _plain_types(of_list) if isinstance(of_list, dict) and told else None
                )
    needed = (
        {name for name in required if isinstance(name, str)}
        if isinstance(required, list)
        else set()
    )

    def fits(arguments: JsonObject) -> bool:
        if not needed <= arguments.keys() or not types.keys() >= arguments.keys():
            return False
        for name, value in arguments.items():
            if type(value) not in types[name] and not (
                type(value) is list and name in items and _are_plain(value, items[name])
            ):
                return False
        return True

    return fits


def _plain_types(schema: JsonObject) -> frozenset[type]:
    return frozenset().union(*(_PLAIN.get(word, frozenset()) for word in _types(schema)))


def _are_plain(values: list[JsonValue], types: frozenset[type] | None) -> bool:
    return types is None or types.issuperset(map(type, values))


def _value(value: JsonValue, schema: JsonValue, path: str, depth: int) -> Iterator[Mismatch]:
    if not isinstance(schema, dict) or depth > DEEPEST or "$ref" in schema:
        return
    wanted = _types(schema)
    if wanted and not any(_is(value, name) for name in wanted):
        either = " or ".join(_WORDS[name] for name in wanted)
        yield Mismatch("type", path, either, _word(value))
    elif isinstance(value, dict):
        yield from _object(value, schema, f"{path}.", depth)
    elif isinstance(value, list) and "prefixItems" not in schema:
        for i, item in enumerate(value[:MOST_ITEMS]):
            yield from _value(item, schema.get("items"), f"{path}[{i}]", depth + 1)


def _object(
    value: JsonObject, schema: JsonObject, path: str, depth: int
) -> Iterator[Mismatch]:
    if "$ref" in schema:
        return
    required = schema.get("required")
    for name in islice(required, MOST_REQUIRED) if isinstance(required, list) else ():
        if isinstance(name, str) and name not in value:
            yield Mismatch("missing", f"{path}{name}")
    given = schema.get("properties")
    properties = object_or_empty(given)
    closed = _is_closed(schema, listed=bool(properties) and depth == 0)
    for name, inner in value.items():
        if name in properties:
            yield from _value(inner, properties[name], f"{path}{name}", depth + 1)
        elif closed:
            yield Mismatch("unknown", f"{path}{name}")


def _is_closed(schema: JsonObject, *, listed: bool) -> bool:
    """Whether there are no other properties: it says so, or it lists some and says nothing of
    others."""
    if not _MAY_ALLOW_MORE.isdisjoint(schema):
        return False
    return schema.get("additionalProperties", not listed) is False


def _types(schema: JsonObject) -> list[str]:
    """The types that a value may have; empty where that is not plain."""
    given = schema.get("type")
    names = [given] if isinstance(given, str) else list_or_empty(given)
    known = [name for name in names[: len(_TYPES)] if isinstance(name, str) and name in _TYPES]
    if len(known) < len(names):
        return []
    return [*known, "null"] if known and schema.get("nullable") is True else known


def _is(value: JsonValue, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if isinstance(value, float):
        return name == "number" or (name == "integer" and value.is_integer())
    if isinstance(value, int):
        return name in ("integer", "number")
    return name == _name_of(value)


def _name_of(value: JsonValue) -> str:
    if isinstance(value, str):
        return "string"
    if isinstance(value, dict):
        return "object"
    return "null" if value is None else "array"


def _word(value: JsonValue) -> str:
    if isinstance(value, bool):
        return _WORDS["boolean"]
    return _WORDS["number" if isinstance(value, (int, float)) else _name_of(value)]
