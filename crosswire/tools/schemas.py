"""JSON Schemas of tools' arguments, fitted to what a target takes, with a word for each
change.

Providers take JSON Schema in part: most want an object on top and no alternatives beside it,
and what a provider enforces strictly has rules of its own. What is changed is told with its
place in the schema.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_patch import patched
from crosswire.model.json_values import field_of, list_or_empty, object_or_empty
from crosswire.model.loss import LossKind

Path = tuple[str, ...]

RAW = "_raw"
"""The field around what is no object: as of a declaration, so of the arguments in calls."""
_ALTERNATIVES = ("allOf", "anyOf", "oneOf")
_NAMED = frozenset(
    {"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"}
)
_LISTED = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_SINGLE = frozenset({"items", "additionalProperties", "not", "if", "then", "else", "contains"})


@dataclass(frozen=True, slots=True)
class SchemaRule:
    """What a target asks of the schema of a tool."""

    refused_on_top: frozenset[str] = frozenset()
    """Keywords that may not stand beside the top `type`, which is always `object`."""
    arrays_say_items: bool = False
    """Whether a schema of a list must have `items`."""
    strict: StrictRule | None = None
    """What it asks of a schema that it is to enforce; None: it enforces none."""


@dataclass(frozen=True, slots=True)
class StrictRule:
    """What a schema must be like to be enforced: every object says which fields it has, and no
    others."""

    all_required: bool
    """Whether every field must be required, too."""
    refused: frozenset[str]
    """Keywords that may not stand anywhere."""


@dataclass(frozen=True, slots=True)
class SchemaChange:
    """What was changed about a schema, and where."""

    kind: LossKind
    path: Path
    what: str
    why: str


PLAIN = SchemaRule()
OF_OPENAI = SchemaRule(
    refused_on_top=frozenset({*_ALTERNATIVES, "enum", "not"}),
    arrays_say_items=True,
    strict=StrictRule(
        all_required=True,
        refused=frozenset(
            {
                "allOf",
                "dependentRequired",
                "dependentSchemas",
                "else",
                "if",
                "not",
                "oneOf",
                "patternProperties",
                "then",
            }
        ),
    ),
)
OF_ANTHROPIC = SchemaRule(
    refused_on_top=frozenset(_ALTERNATIVES),
    strict=StrictRule(
        all_required=False,
        refused=frozenset(
            {
                "exclusiveMaximum",
                "exclusiveMinimum",
                "maxItems",
                "maxLength",
                "maximum",
                "minLength",
                "minimum",
                "multipleOf",
                "patternProperties",
            }
        ),
    ),
)


def fitted(schema: JsonValue, rule: SchemaRule) -> tuple[JsonObject, list[SchemaChange]]:
    """The schema as a target takes it; the same object where nothing had to be changed."""
    changes: list[SchemaChange] = []
    fits = _with_object_on_top(schema, changes)
    fits = _without_alternatives(fits, rule, changes)
    if rule.arrays_say_items:
        fits = _with_items(fits, changes)
    return fits, changes


def strict_fault(schema: JsonObject, rule: StrictRule) -> tuple[Path, str] | None:
    """The first reason why a schema cannot be enforced, with its place; None where it can."""
    for path, inner in subschemas(schema):
        if not isinstance(inner, dict):
            continue
        refused = next((word for word in inner if word in rule.refused), None)
        if refused is not None:
            return (*path, refused), f"it has {refused!r}"
        fields = inner.get("properties")
        if fields is None and inner.get("type") != "object":
            continue
        if inner.get("additionalProperties") is not False:
            return path, "an object does not say `additionalProperties: false`"
        required = inner.get("required")
        named = list_or_empty(required)
        optional = (
            [name for name in fields if name not in named] if isinstance(fields, dict) else []
        )
        if rule.all_required and optional:
            return (
                *path,
                "properties",
                optional[0],
            ), f"the field {optional[0]!r} is not required"
    return None


def subschemas(schema: JsonValue, path: Path = ()) -> Iterator[tuple[Path, JsonValue]]:
    """A schema and all schemas in it, each with its place."""
    yield path, schema
    if not isinstance(schema, dict):
        return
    for key, value in schema.items():
        if key in _NAMED and isinstance(value, dict):
            for name, inner in value.items():
                yield from subschemas(inner, (*path, key, name))
        elif key in _LISTED and isinstance(value, list):
            for i, inner in enumerate(value):
                yield from subschemas(inner, (*path, key, str(i)))
        elif key in _SINGLE and isinstance(value, dict):
            yield from subschemas(value, (*path, key))


# An object on top


def _with_object_on_top(schema: JsonValue, changes: list[SchemaChange]) -> JsonObject:
    if isinstance(schema, bool):
        why = "A schema is an object; this one says that anything goes, or nothing."
        changes.append(SchemaChange(LossKind.CHANGED, (), "schema", why))
        return (
            {"type": "object"} if schema else {"type": "object", "additionalProperties": False}
        )
    if not isinstance(schema, dict):
        if schema is not None:
            changes.append(
                SchemaChange(LossKind.DROPPED, (), "schema", "It is no JSON Schema.")
            )
        changes.append(SchemaChange(LossKind.ADDED, (), "schema", "A tool must declare one."))
        return {"type": "object", "properties": {}}
    kind = schema.get("type")
    if kind == "object":
        return schema
    if kind is None:
        why = "The schema of a tool must say `type: object` on top."
        changes.append(SchemaChange(LossKind.ADDED, ("type",), "type", why))
        return {
            "type": "object",
            **{key: value for key, value in schema.items() if key != "type"},
        }
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


# Alternatives on top


def _without_alternatives(
    schema: JsonObject, rule: SchemaRule, changes: list[SchemaChange]
) -> JsonObject:
    """The fields of all alternatives together; what only some of them require is required no
    more."""
    refused = [word for word in schema if word in rule.refused_on_top]
    if not refused:
        return schema
    merged: JsonObject = {key: value for key, value in schema.items() if key not in refused}
    for word in refused:
        branches = schema[word]
        if word in _ALTERNATIVES and isinstance(branches, list):
            resolved = [_resolved(branch, schema) for branch in branches]
            _merge(merged, word, [branch for branch in resolved if isinstance(branch, dict)])
            why = (
                "It may not stand on top; the fields of all alternatives stand there together."
            )
            changes.append(SchemaChange(LossKind.CHANGED, (word,), word, why))
        else:
            changes.append(
                SchemaChange(LossKind.DROPPED, (word,), word, "It may not stand on top.")
            )
    return merged


def _resolved(branch: JsonValue, schema: JsonObject) -> JsonValue:
    """An alternative that is a reference to a definition beside it, followed one step."""
    reference = field_of(branch, "$ref")
    for container in ("$defs", "definitions"):
        defined = schema.get(container)
        prefix = f"#/{container}/"
        if (
            isinstance(reference, str)
            and reference.startswith(prefix)
            and isinstance(defined, dict)
        ):
            return defined.get(reference.removeprefix(prefix), branch)
    return branch


def _merge(merged: JsonObject, word: str, branches: list[JsonObject]) -> None:
    fields = merged.get("properties")
    found: JsonObject = dict(fields) if isinstance(fields, dict) else {}
    for branch in branches:
        inner = branch.get("properties")
        for name, schema in object_or_empty(inner).items():
            found[name] = schema if name not in found else _either(found[name], schema)
    needed = [_required(branch) for branch in branches]
    own = _required(merged)
    if word == "allOf":
        needed = [[name for names in needed for name in names]]
    shared = (
        [name for name in needed[0] if all(name in names for names in needed)]
        if needed
        else []
    )
    merged["properties"] = found
    if own or shared:
        merged["required"] = list[JsonValue](dict.fromkeys([*own, *shared]))


def _required(schema: JsonObject) -> list[str]:
    names = schema.get("required")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _either(one: JsonValue, other: JsonValue) -> JsonValue:
    if one == other:
        return one
    options = one.get("anyOf") if isinstance(one, dict) and set(one) == {"anyOf"} else None
    before: list[JsonValue] = options if isinstance(options, list) else [one]
    return one if other in before else {"anyOf": [*before, other]}


# Lists


def _with_items(schema: JsonObject, changes: list[SchemaChange]) -> JsonObject:
    lacking = [
        path
        for path, inner in subschemas(schema)
        if isinstance(inner, dict)
        and inner.get("type") == "array"
        and inner.keys().isdisjoint(_OF_LISTS)
    ]
    if not lacking:
        return schema
    why = "The schema of a list must say what is in it; anything, as the log does not."
    changes += [
        SchemaChange(LossKind.ADDED, (*path, "items"), "items", why) for path in lacking
    ]
    filled = patched(schema, [((*path, "items"), {}) for path in lacking])
    return filled if isinstance(filled, dict) else schema


_OF_LISTS = frozenset({"items", "prefixItems"})
