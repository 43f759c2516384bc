"""Whether the arguments of a call fit the schema of its tool, as far as that is plain.

No validator of JSON Schema: what is looked at are required properties, unknown ones, and
simple types. Where a schema uses anything that could change the answer (`$ref`, `anyOf`,
patterns), it is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeGuard

from msgspec import Struct

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, texts_in

MAX_DEPTH = 6
"""Levels of objects and lists that are looked into."""
MAX_REQUIRED = 200
MAX_ITEMS = 50
"""Elements that are looked at: of a list of required properties, of a list of values."""

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
_JSON_TYPES: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),  # before `int`, of which it is a subclass
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (dict, "object"),
    (list, "array"),
    (type(None), "null"),
)
_WORDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a text",
}


class Mismatch(Struct, frozen=True):
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
    "array": frozenset(),
    "object": frozenset(),
    "boolean": frozenset({bool}),
    "integer": frozenset({int}),
    "null": frozenset({type(None)}),
    "number": frozenset({int, float}),
    "string": frozenset({str}),
}


def fits_plainly(schema: JsonValue) -> Callable[[JsonObject], bool]:
    """A quick test: True is certain; on False only `mismatches` knows."""
    if not _is_plain(schema):
        return lambda arguments: True
    properties = object_or_empty(schema.get("properties"))
    plain = {name: inner for name, inner in properties.items() if _is_plain(inner)}
    types = {name: _plain_types(inner) for name, inner in plain.items()}
    lists = {name: _item_types(inner) for name, inner in plain.items()}
    required = set(texts_in(schema.get("required")))

    def fits(arguments: JsonObject) -> bool:
        if not required <= arguments.keys() <= types.keys():
            return False
        odd = [name for name, value in arguments.items() if type(value) not in types[name]]
        return all(_is_list_of(lists[name], arguments[name]) for name in odd)

    return fits


def _is_plain(schema: JsonValue) -> TypeGuard[JsonObject]:
    return isinstance(schema, dict) and "$ref" not in schema


def _plain_types(schema: JsonObject) -> frozenset[type]:
    """The types that values may have; among them lists, where any elements will do."""
    words = _types(schema)
    any_list = frozenset({list} if "array" in words and _item_types(schema) is None else ())
    return any_list.union(*map(_PLAIN.__getitem__, words))


def _item_types(schema: JsonObject) -> frozenset[type] | None:
    """The types that the elements of a list may have; None where there is no word of them."""
    items = schema.get("items")
    return _plain_types(items) if "array" in _types(schema) and _is_plain(items) else None


def _is_list_of(types: frozenset[type] | None, value: JsonValue) -> bool:
    return types is not None and type(value) is list and types.issuperset(map(type, value))


def _value(value: JsonValue, schema: JsonValue, path: str, depth: int) -> Iterator[Mismatch]:
    if depth > MAX_DEPTH or not _is_plain(schema):
        return
    wanted = _types(schema)
    if wanted and not any(is_of_type(value, name) for name in wanted):
        either = " or ".join(_WORDS[name] for name in wanted)
        yield Mismatch("type", path, either, _word(value))
    elif isinstance(value, dict):
        yield from _object(value, schema, f"{path}.", depth)
    elif isinstance(value, list) and "prefixItems" not in schema:
        for i, item in enumerate(value[:MAX_ITEMS]):
            yield from _value(item, schema.get("items"), f"{path}[{i}]", depth + 1)


def _object(
    value: JsonObject, schema: JsonObject, path: str, depth: int
) -> Iterator[Mismatch]:
    if "$ref" in schema:
        return
    for name in texts_in(list_or_empty(schema.get("required"))[:MAX_REQUIRED]):
        if name not in value:
            yield Mismatch("missing", f"{path}{name}")
    properties = object_or_empty(schema.get("properties"))
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
    texts = texts_in(list[JsonValue](names[: len(_TYPES)]))
    known = [name for name in texts if name in _TYPES]
    if len(known) < len(names):
        return []
    return [*known, "null"] if known and schema.get("nullable") is True else known


def is_of_type(value: JsonValue, name: str) -> bool:
    """Whether a value has a type of JSON Schema; a whole number is an integer."""
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    given = _type_of(value)
    return given == name or (given == "integer" and name == "number")


def _type_of(value: JsonValue) -> str:
    return next(name for kind, name in _JSON_TYPES if isinstance(value, kind))


def _word(value: JsonValue) -> str:
    given = _type_of(value)
    return _WORDS["number" if given == "integer" else given]
