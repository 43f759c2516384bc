"""What several servers refuse in the schema of a tool, as grounds look for it."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import (
    json_kind,
    list_or_empty,
    object_or_empty,
    text_or_none,
    texts_in,
)
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.schema_grounds import Fault
from crosswire.rules.wording import quoted
from crosswire.tools.schema_check import is_of_type
from crosswire.tools.schemas import named_type


def lacks_type(declared: DeclaredSchema) -> Iterator[Fault]:
    if isinstance(declared.schema, dict) and declared.schema.get("type") is None:
        yield (), "says no `type` on top, where it must say 'object'"


def has_other_type(declared: DeclaredSchema) -> Iterator[Fault]:
    kind = object_or_empty(declared.schema).get("type")
    if kind is not None and kind != "object":
        yield ("type",), "has another type than 'object' on top"


def is_no_object(declared: DeclaredSchema) -> Iterator[Fault]:
    yield from lacks_type(declared)
    yield from has_other_type(declared)


def says_something_else_than_an_object(declared: DeclaredSchema) -> Iterator[Fault]:
    """As `is_no_object`, where an empty schema will do."""
    return is_no_object(declared) if declared.schema else iter(())


def unknown_required(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.within("required", _requires_unknown):
        fields = object_or_empty(word.holder.get("properties"))
        for name in [name for name in texts_in(word.value) if name not in fields]:
            yield word.path, f"requires a field {quoted(name, 40)} that it does not have"


def _requires_unknown(schema: JsonObject) -> bool:
    fields, required = schema.get("properties"), schema["required"]
    if not (isinstance(fields, dict) and isinstance(required, list)):
        return True  # or it has another form, which is looked at more closely
    return any(isinstance(name, str) and name not in fields for name in required)


def required_without_properties(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.within("required", _is_bare_object):
        yield word.path, "says what is required and has no `properties` beside that"


def _is_bare_object(schema: JsonObject) -> bool:
    return schema.get("type") == "object" and "properties" not in schema


def required_that_is_no_list(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.where("required", _is_no_list):
        yield word.path, f"has {json_kind(word.value)} as `required`, not a list"


def _is_no_list(value: JsonValue) -> bool:
    return not isinstance(value, list)


def no_objects(declared: DeclaredSchema) -> Iterator[Fault]:
    """What stands where a schema must be an object: of a field, of elements, in `anyOf`."""
    places = declared.places
    for path, value in (*places.strays, *places.booleans):
        if path[-2:-1] in (("properties",), ("anyOf",)) or path[-1:] == ("items",):
            yield path, f"has {json_kind(value)} in the place of a schema"
    for word in places.where("items", _is_list):
        yield word.path, "has a list as `items`"


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, list)


def options_without_a_type(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.within("enum", _says_no_type):
        yield word.schema_path, "has an `enum` and says no `type` beside it"


def _says_no_type(schema: JsonObject) -> bool:
    return "type" not in schema


def options_of_other_types(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.within("enum", _may_have_other_types):
        kind = word.holder.get("type")
        names = [kind] if isinstance(kind, str) else texts_in(kind)
        for option in list_or_empty(word.value) if names else ():
            if not any(is_of_type(option, name) for name in names):
                yield word.path, f"has an `enum` with {json_kind(option)}, of another type"


def _may_have_other_types(schema: JsonObject) -> bool:
    """Whether it is not the usual choice among texts."""
    options = schema["enum"]
    if schema.get("type") != "string" or not isinstance(options, list):
        return True
    return not all(isinstance(option, str) for option in options)


def null_options(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.where("enum", _has_null):
        yield word.path, "has an `enum` with null"


def _has_null(options: JsonValue) -> bool:
    return None in list_or_empty(options)


def empty_options(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.where("enum", _has_empty_text):
        yield word.path, "has an `enum` with an empty text"


def _has_empty_text(options: JsonValue) -> bool:
    return "" in list_or_empty(options)


def type_beside_others(declared: DeclaredSchema) -> Iterator[Fault]:
    """A type beside alternatives or a reference, which have their own."""
    for name in ("anyOf", "$ref"):
        for word in declared.places.within(name, _says_type):
            yield (*word.schema_path, "type"), f"has a type beside `{name}`"


def _says_type(schema: JsonObject) -> bool:
    return "type" in schema


def items_of_no_list(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.within("items", _is_no_array):
        yield word.path, "has `items` where the type is not that of a list"


def _is_no_array(schema: JsonObject) -> bool:
    return named_type(schema.get("type")) != "array"


def references_beside_others(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.of("$ref"):
        others = [key for key in word.holder if key not in (word.key, *_BESIDE_REFERENCES)]
        for key in others[:1]:
            yield (*word.schema_path, key), f"has {key!r} beside a reference"


_BESIDE_REFERENCES = ("default", "description")
_DEFINED = "#/$defs/"


def foreign_references(declared: DeclaredSchema) -> Iterator[Fault]:
    """References to anything else than the whole and what stands in its `$defs`."""
    defined = object_or_empty(object_or_empty(declared.schema).get("$defs"))

    def leads_elsewhere(target: JsonValue) -> bool:
        return isinstance(target, str) and target != "#" and not _is_in(target, defined)

    for word in declared.places.where("$ref", leads_elsewhere):
        target = quoted(text_or_none(word.value), 40)
        yield word.path, f"refers to {target}, which is not in its `$defs`"


def _is_in(target: str, defined: dict[str, JsonValue]) -> bool:
    name = target.removeprefix(_DEFINED).partition("/")[0]
    is_below = target.startswith(_DEFINED)
    return is_below and name.replace("~1", "/").replace("~0", "~") in defined
