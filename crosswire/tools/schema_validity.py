"""Whether a schema is one of JSON Schema's draft 2020-12, by the form of its keywords.

What its meta-schema asks of each keyword stands in a table; keywords that the draft does not
know may say anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from crosswire.model import JsonValue
from crosswire.model.json_values import is_number, json_kind, texts_in
from crosswire.tools.schema_places import Path, SchemaPlaces

TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
"""The words for types."""


class Invalid(NamedTuple):
    """One thing that draft 2020-12 does not allow."""

    what: str
    """`schema`: something in a schema's place that is none; `type`, `required`: what these
    keywords say; `value`: what another one says."""
    path: Path
    reason: str
    """As the end of a sentence: `'required' is true or false, not a list of texts`."""


def faults(places: SchemaPlaces) -> Sequence[tuple[str, Path, str]]:
    """What of a schema is no JSON Schema, each an `Invalid`; worked out once."""
    if _JUDGED not in places.judged:
        places.judged[_JUDGED] = list(_faults(places))
    return places.judged[_JUDGED]


_JUDGED = "validity"


def _faults(places: SchemaPlaces) -> Iterator[Invalid]:
    for path, value in places.strays:
        yield Invalid("schema", path, f"{_place(path)} is {json_kind(value)}, not a schema")
    for name in filter(_FORMS.__contains__, places.keywords):
        is_wrong, wanted = _FORMS[name]
        what = name if name in ("type", "required") else "value"
        for word in places.where(name, is_wrong):
            reason = f"{name!r} {_given(word.value)}, not {wanted}"
            yield Invalid(what, word.path, reason)
    for word in places.where("items", _is_list):
        reason = "'items' is a list of schemas, which the draft calls 'prefixItems'"
        yield Invalid("schema", word.path, reason)


def _place(path: Path) -> str:
    return repr(path[-1]) if path else "the whole"


def _given(value: JsonValue) -> str:
    return f"is {value[:40]!r}" if isinstance(value, str) else f"is {json_kind(value)}"


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, list)


# What is wrong, by the form that a keyword has


def _is_no_type(value: JsonValue) -> bool:
    """Neither a word for a type nor a list of different ones."""
    if isinstance(value, str):
        return value not in TYPES
    return not value or _are_not_different(value) or not TYPES.issuperset(texts_in(value))


def _are_not_different(value: JsonValue) -> bool:
    texts = texts_in(value)
    return not isinstance(value, list) or len({*texts}) < len(value)


def _is_no_object(value: JsonValue) -> bool:
    return not isinstance(value, dict)


def _is_no_list(value: JsonValue) -> bool:
    return not isinstance(value, list)


def _is_no_text(value: JsonValue) -> bool:
    return not isinstance(value, str)


def _is_no_flag(value: JsonValue) -> bool:
    return not isinstance(value, bool)


def _is_not_filled(value: JsonValue) -> bool:
    return not isinstance(value, list) or not value


def _is_no_number(value: JsonValue) -> bool:
    return not is_number(value)


def _is_no_count(value: JsonValue) -> bool:
    if isinstance(value, float):
        return not value.is_integer() or value < 0
    return not is_number(value) or value < 0


def _is_not_above_zero(value: JsonValue) -> bool:
    return not is_number(value) or value <= 0


def _are_no_lists(value: JsonValue) -> bool:
    return not isinstance(value, dict) or any(map(_are_not_different, value.values()))


_Form = tuple[Callable[[JsonValue], bool], str]


def _forms(
    is_wrong: Callable[[JsonValue], bool], wanted: str, *names: str
) -> dict[str, _Form]:
    return dict.fromkeys(names, (is_wrong, wanted))


_FORMS: dict[str, _Form] = {
    "type": (_is_no_type, "the word for a type"),
    "required": (_are_not_different, "a list of different texts"),
    "dependentRequired": (_are_no_lists, "lists of texts by name"),
    "multipleOf": (_is_not_above_zero, "a number above 0"),
    **_forms(_is_no_list, "a list", "enum", "examples"),
    **_forms(_is_not_filled, "a list of schemas", "allOf", "anyOf", "oneOf", "prefixItems"),
    **_forms(_is_no_object, "schemas by name", "$defs", "definitions", "dependentSchemas"),
    **_forms(_is_no_object, "schemas by name", "patternProperties", "properties"),
    **_forms(_is_no_number, "a number", "exclusiveMaximum", "exclusiveMinimum"),
    **_forms(_is_no_number, "a number", "maximum", "minimum"),
    **_forms(_is_no_count, "a whole number", "maxContains", "maxItems", "maxLength"),
    **_forms(_is_no_count, "a whole number", "maxProperties", "minContains", "minItems"),
    **_forms(_is_no_count, "a whole number", "minLength", "minProperties"),
    **_forms(_is_no_flag, "true or false", "deprecated", "readOnly", "uniqueItems"),
    **_forms(_is_no_flag, "true or false", "writeOnly"),
    **_forms(_is_no_text, "a text", "$anchor", "$comment", "$id", "$ref", "$schema"),
    **_forms(_is_no_text, "a text", "contentEncoding", "contentMediaType", "description"),
    **_forms(_is_no_text, "a text", "format", "pattern", "title"),
}
"""Keyword -> whether a value has not its form, and the words for that form."""

KEYWORDS = frozenset(
    {
        *_FORMS,
        *("$defs", "additionalProperties", "const", "contains", "contentSchema", "default"),
        *("else", "if", "items", "not", "propertyNames", "then", "unevaluatedItems"),
        "unevaluatedProperties",
    }
)
"""The keywords that are looked at: those of the table, and those with schemas or any value."""
