"""JSON Schemas of tools' arguments, fitted to what a target takes, with a word for each
change.

Providers take JSON Schema in part: most want an object on top and no alternatives beside it,
and what a provider enforces strictly has rules of its own. What is changed is told with its
place in the schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec import Struct

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_patch import patched
from crosswire.model.json_values import (
    field_of,
    object_or_empty,
    objects_in,
    text_field,
    texts_in,
    without,
)
from crosswire.model.loss import LossKind
from crosswire.tools import schema_strict
from crosswire.tools.patterns import is_refused_by_python, looks_around, patterns
from crosswire.tools.schema_mending import mended
from crosswire.tools.schema_places import Path, SchemaPlaces
from crosswire.tools.schema_strict import StrictRule, unenforced

RAW = "_raw"
"""The field around what is no object: as of a declaration, so of the arguments in calls."""
_ALTERNATIVES = ("allOf", "anyOf", "oneOf")


class SchemaRule(Struct, frozen=True):
    """What a target asks of the schema of a tool."""

    refused_on_top: frozenset[str] = frozenset()
    """Keywords that may not stand beside the top `type`, which is always `object`."""
    arrays_say_items: bool = False
    """Whether a schema of a list must have `items`."""
    says_properties: bool = False
    """Whether the top must have `properties`, if only empty ones."""
    compiles_patterns: bool = False
    """Whether it compiles regular expressions with Python, and refuses some that look
    around."""
    strict: StrictRule | None = None
    """What it asks of a schema that it is to enforce; None: it enforces none."""


class SchemaChange(Struct, frozen=True):
    """What was changed about a schema, and where."""

    kind: LossKind
    path: Path
    what: str
    why: str


PLAIN = SchemaRule()
OF_OPENAI = SchemaRule(
    refused_on_top=frozenset({*_ALTERNATIVES, "enum", "not"}),
    arrays_say_items=True,
    says_properties=True,
    compiles_patterns=True,
    strict=schema_strict.OF_OPENAI,
)
OF_ANTHROPIC = SchemaRule(
    refused_on_top=frozenset(_ALTERNATIVES),
    strict=schema_strict.OF_ANTHROPIC,
)


def fitted(schema: JsonValue, rule: SchemaRule) -> tuple[JsonObject, list[SchemaChange]]:
    """The schema as a target takes it; the same object where nothing had to be changed."""
    changes: list[SchemaChange] = []
    places = SchemaPlaces(schema)
    if isinstance(schema, dict):
        places, mends = mended(places)
        changes += [SchemaChange(one.kind, one.path, one.what, one.why) for one in mends]
        if rule.compiles_patterns:
            places = _without_odd_patterns(places, changes)
    fits = _with_object_on_top(places.root, changes)
    fits = _without_alternatives(fits, rule, changes)
    if rule.arrays_say_items:
        fits = _with_items(places if fits is places.root else SchemaPlaces(fits), changes)
    if rule.says_properties and "properties" not in fits:
        why = "The schema of a tool must have them, if only empty ones."
        changes.append(SchemaChange(LossKind.ADDED, ("properties",), "properties", why))
        fits = {**fits, "properties": {}}
    return fits, changes


def strict_fault(schema: JsonObject, rule: StrictRule) -> tuple[Path, str] | None:
    """The first reason why a schema cannot be enforced, with its place; None where it can."""
    for _, path, reason in unenforced(SchemaPlaces(schema), rule):
        return path, reason
    return None


# An object on top


def _with_object_on_top(schema: JsonValue, changes: list[SchemaChange]) -> JsonObject:
    if not isinstance(schema, dict):
        return _object_in_place_of(schema, changes)
    kind = schema.get("type")
    if kind == "object":
        return schema
    if kind is None:
        why = "The schema of a tool must say `type: object` on top."
        changes.append(SchemaChange(LossKind.ADDED, ("type",), "type", why))
        return {"type": "object", **without(schema, "type")}
    if isinstance(kind, list) and "object" in kind:
        why = "The arguments of a tool are an object and nothing else."
        changes.append(SchemaChange(LossKind.CHANGED, ("type",), "type", why))
        return {**schema, "type": "object"}
    why = (
        "The arguments of a tool are an object; what else they may be stands in one "
        "field of it."
    )
    changes.append(SchemaChange(LossKind.CHANGED, ("type",), "schema", why))
    return {"type": "object", "properties": {RAW: schema}, "required": [RAW]}


def _object_in_place_of(schema: JsonValue, changes: list[SchemaChange]) -> JsonObject:
    if isinstance(schema, bool):
        why = "A schema is an object; this one says that anything goes, or nothing."
        changes.append(SchemaChange(LossKind.CHANGED, (), "schema", why))
        closed: JsonObject = {} if schema else {"additionalProperties": False}
        return {"type": "object", **closed}
    if schema is not None:
        why = "It is no JSON Schema."
        changes.append(SchemaChange(LossKind.DROPPED, (), "schema", why))
    changes.append(SchemaChange(LossKind.ADDED, (), "schema", "A tool must declare one."))
    return {"type": "object", "properties": {}}


# Alternatives on top


def _without_alternatives(
    schema: JsonObject, rule: SchemaRule, changes: list[SchemaChange]
) -> JsonObject:
    """The fields of all alternatives together; required are those that all of them require."""
    refused = [word for word in schema if word in rule.refused_on_top]
    if not refused:
        return schema
    merged = without(schema, *refused)
    for word in refused:
        branches = schema[word]
        kind, why = LossKind.DROPPED, "It may not stand on top."
        if word in _ALTERNATIVES and isinstance(branches, list):
            _merge(merged, word, objects_in([_resolved(item, schema) for item in branches]))
            kind = LossKind.CHANGED
            why = (
                "It may not stand on top; the fields of all alternatives stand there together."
            )
        changes.append(SchemaChange(kind, (word,), word, why))
    return merged


def _resolved(branch: JsonValue, schema: JsonObject) -> JsonValue:
    """An alternative that refers to a definition of the same schema, followed one step."""
    reference = text_field(branch, "$ref") or ""
    for container in ("$defs", "definitions"):
        prefix = f"#/{container}/"
        if reference.startswith(prefix):
            definitions = object_or_empty(schema.get(container))
            return definitions.get(reference.removeprefix(prefix), branch)
    return branch


def _merge(merged: JsonObject, word: str, branches: Sequence[JsonObject]) -> None:
    fields: JsonObject = dict(object_or_empty(merged.get("properties")))
    for branch in branches:
        for name, schema in object_or_empty(branch.get("properties")).items():
            fields[name] = _either(fields.get(name, schema), schema)
    merged["properties"] = fields
    required = texts_in(merged.get("required")) + _required_of(word, branches)
    if required:
        merged["required"] = list[JsonValue](dict.fromkeys(required))


def _required_of(word: str, branches: Sequence[JsonObject]) -> list[str]:
    """What alternatives require: with `allOf` any of them, else all of them."""
    required = [texts_in(branch.get("required")) for branch in branches]
    if word == "allOf":
        return list(chain.from_iterable(required))
    first, *others = required or [[]]
    return list(filter(set(first).intersection(*others).__contains__, first))


def _either(before: JsonValue, other: JsonValue) -> JsonValue:
    if before == other:
        return before
    options = field_of(before, "anyOf") if len(object_or_empty(before)) == 1 else None
    known = options if isinstance(options, list) else [before]
    return before if other in known else {"anyOf": [*known, other]}


# Regular expressions


def _without_odd_patterns(places: SchemaPlaces, changes: list[SchemaChange]) -> SchemaPlaces:
    odd = [path for path, pattern in patterns(places) if _is_odd(pattern)]
    if not odd:
        return places
    why = "Python, which compiles it there, does not know it, or some models refuse it."
    changes += [SchemaChange(LossKind.DROPPED, path, path[-1], why) for path in odd]
    return SchemaPlaces(patched(places.root, [(path, None) for path in odd]))


def _is_odd(pattern: str) -> bool:
    return is_refused_by_python(pattern) or looks_around(pattern)


# Lists


def _with_items(places: SchemaPlaces, changes: list[SchemaChange]) -> JsonObject:
    schema = object_or_empty(places.root)
    lacking = [
        keyword.schema_path
        for keyword in places.where("type", may_be_list)
        if "items" not in keyword.holder
    ]
    if not lacking:
        return schema
    why = "The schema of a list must say what is in it; anything, as the log does not."
    changes += [
        SchemaChange(LossKind.ADDED, (*path, "items"), "items", why) for path in lacking
    ]
    return object_or_empty(patched(schema, [((*path, "items"), {}) for path in lacking]))


def may_be_list(kind: JsonValue) -> bool:
    """Whether a type, or one of several, is that of lists."""
    return kind == "array" or (isinstance(kind, list) and "array" in kind)


_TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")
_BY_NUMBER: dict[int, JsonValue] = dict(enumerate(_TYPES, 1))


def named_type(value: JsonValue) -> JsonValue:
    """A type of Gemini's Schema as JSON Schema names it: there it is in capitals, or the
    number of the name, as protobuf writes words too."""
    if isinstance(value, str):
        return value.lower()
    if isinstance(value, int) and not isinstance(value, bool):
        return _BY_NUMBER.get(value, value)
    return value
