"""From the API's own Schema (`parameters`) to JSON Schema, which every other format takes.

Schema looks like JSON Schema and is not: types are in capitals, `nullable` stands beside the
type, counts may be text (they are 64-bit integers of protobuf), and SDK dumps are in
snake_case with nulls.
"""

from __future__ import annotations

from crosswire.model import JsonObject, JsonValue

_RENAMED = {
    "additional_properties": "additionalProperties",
    "any_of": "anyOf",
    "one_of": "oneOf",
    "prefix_items": "prefixItems",
    "max_items": "maxItems",
    "max_length": "maxLength",
    "max_properties": "maxProperties",
    "min_items": "minItems",
    "min_length": "minLength",
    "min_properties": "minProperties",
    "unique_items": "uniqueItems",
    "defs": "$defs",
    "ref": "$ref",
}
_OF_SCHEMAS = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_BY_NAME = frozenset({"properties", "$defs"})
_SINGLE = frozenset({"items", "additionalProperties", "not"})
_COUNTS = frozenset(
    {"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"}
)
_ONLY_HERE = frozenset({"nullable", "propertyOrdering", "property_ordering"})


def json_schema(schema: JsonValue) -> JsonValue:
    """The same schema as JSON Schema; what is JSON Schema already comes out equal."""
    if not isinstance(schema, dict):
        return schema
    fields: JsonObject = {}
    for key, value in schema.items():
        if value is not None and key not in _ONLY_HERE:
            name = _RENAMED.get(key, key)
            fields[name] = _keyword(name, value)
    if fields.get("type") == "type_unspecified":
        del fields["type"]
    return _nullable(fields) if schema.get("nullable") is True else fields


def _keyword(name: str, value: JsonValue) -> JsonValue:
    if name in _OF_SCHEMAS and isinstance(value, list):
        return [json_schema(item) for item in value]
    if name in _BY_NAME and isinstance(value, dict):
        return {key: json_schema(item) for key, item in value.items()}
    if name in _SINGLE:
        return json_schema(value)
    if name == "type":
        return _type(value)
    if name == "$ref" and isinstance(value, str):
        return value.replace("#/defs/", "#/$defs/")
    if name in _COUNTS and isinstance(value, str) and value.isdecimal():
        return int(value)
    return value


def _type(value: JsonValue) -> JsonValue:
    if isinstance(value, list):
        return [_type(item) for item in value]
    return value.lower() if isinstance(value, str) else value


def _nullable(fields: JsonObject) -> JsonObject:
    kind = fields.get("type")
    if isinstance(kind, str):
        return {**fields, "type": [kind, "null"]}
    options = fields.get("anyOf")
    if isinstance(options, list):
        return {**fields, "anyOf": [*options, {"type": "null"}]}
    return fields
