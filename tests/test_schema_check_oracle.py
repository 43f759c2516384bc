"""The small schema check beside whole validators: it tells no false fault and every plain one.

jsonschema-rs says whether arguments are valid. It does not name all faults; jsonschema does, with
`--thorough`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from crosswire.tools.schema_check import fits_plainly, mismatches
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.selection import NEEDS_PACKAGES, tries

Json = dict[str, Any]
Faults = set[tuple[str, str]]
"""The kind of each fault and the path of its property."""
checked = settings(max_examples=tries(20, thorough=150), deadline=None, derandomize=True)
MAY_ALLOW_MORE = {
    *("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else"),
    *("dependentSchemas", "dependencies"),
    *("patternProperties", "propertyNames", "unevaluatedProperties"),
}
NAMES = st.sampled_from(["a", "b", "c"])
PATTERNS = st.sampled_from(["^a", "b$", "."])
TYPES = st.sampled_from(["array", "boolean", "integer", "null", "number", "object", "string"])
VALUES = st.recursive(
    st.sampled_from([None, True, False, 0, 1, -3, 1.0, 1.5, 10**20, "", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
FIRST_ITEM_IS_ANY = {"prefixItems": [{}], "items": {"type": "integer"}}
ARGUMENTS = st.dictionaries(NAMES, VALUES, max_size=3)


def plain_keywords(inner: st.SearchStrategy[Any]) -> dict[str, st.SearchStrategy[Any]]:
    """What the check knows of a schema."""
    return {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "nullable": st.booleans(),
        "properties": st.dictionaries(NAMES, inner, max_size=3),
        "required": st.lists(NAMES, max_size=2, unique=True),
        "items": inner,
        "additionalProperties": st.booleans(),
    }


def other_keywords(inner: st.SearchStrategy[Any]) -> dict[str, st.SearchStrategy[Any]]:
    """What it does not know, or must leave alone."""
    some = st.lists(inner, min_size=1, max_size=2)
    return {
        "additionalProperties": inner | st.booleans(),
        "prefixItems": some,
        "contains": inner,
        "patternProperties": st.dictionaries(PATTERNS, inner, max_size=2),
        "propertyNames": st.sampled_from([{"maxLength": 1}, {"enum": ["a"]}]),
        "dependentSchemas": st.dictionaries(NAMES, inner, max_size=2),
        "dependencies": st.dictionaries(NAMES, inner, max_size=2),
        "unevaluatedProperties": st.booleans(),
        "enum": st.lists(VALUES, min_size=1, max_size=2),
        "const": VALUES,
        "$ref": st.just("#/$defs/other"),
        "if": inner,
        "then": inner,
        "not": inner,
        **dict.fromkeys(("allOf", "anyOf", "oneOf"), some),
    }


PLAIN = st.recursive(
    st.fixed_dictionaries({}, optional={"type": TYPES, "nullable": st.booleans()}),
    lambda inner: st.fixed_dictionaries({}, optional=plain_keywords(inner)),
    max_leaves=8,
)
ANY = st.recursive(
    st.booleans() | PLAIN,
    lambda inner: st.fixed_dictionaries({}, optional=plain_keywords(inner) | other_keywords(inner)),
    max_leaves=8,
)


def of_a_tool(schemas: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """Schemas of an object, as those of tools are."""
    return schemas.filter(lambda schema: isinstance(schema, dict)).map(
        lambda schema: {**schema, "type": "object", "$defs": {"other": {}}}
    )


def standard(schema: Any, *, outermost: bool = True) -> Any:
    """The schema in the words of the standard.

    `nullable` is OpenAPI's. Of a tool that lists its properties, others are taken to be unknown.
    """
    if isinstance(schema, list):
        return [standard(one, outermost=False) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {
        name: inner if name in ("const", "enum") else standard(inner, outermost=False)
        for name, inner in schema.items()
    }
    if schema.get("nullable") is True and "type" in schema:
        types = schema["type"]
        made["type"] = sorted({*([types] if isinstance(types, str) else types), "null"})
    if outermost and schema.get("properties") and not schema.keys() & MAY_ALLOW_MORE:
        made.setdefault("additionalProperties", False)
    return made


def is_valid(arguments: Json, schema: Json, draft: str = "Draft202012Validator") -> bool:
    valid: bool = getattr(jsonschema_rs, draft)(standard(schema)).is_valid(arguments)
    return valid


def faults(arguments: Json, schema: Json, validator: Any) -> Faults:
    """What a validator tells of required, unknown and wrongly typed properties."""
    return set(_faults(validator(standard(schema)).iter_errors(arguments)))


def _faults(errors: Any) -> Iterator[tuple[str, str]]:
    for error in errors:
        path = [*error.absolute_path]
        if error.validator == "type":
            yield "type", path_of(path)
        elif error.validator == "required":
            missing = [name for name in error.validator_value if name not in error.instance]
            yield from (("missing", path_of([*path, name])) for name in missing)
        elif error.validator == "additionalProperties":
            yield from (("unknown", path_of([*path, name])) for name in _unlisted(error))


def _unlisted(error: Any) -> list[str]:
    listed, patterns = (error.schema.get(word, {}) for word in ("properties", "patternProperties"))
    unlisted = [name for name in error.instance if name not in listed]
    return [name for name in unlisted if not any(re.search(one, name) for one in patterns)]


def path_of(steps: list[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)[1:]


def told(arguments: Json, schema: Json) -> Faults:
    return {(one.what, one.path) for one in mismatches(arguments, schema)}


@given(ARGUMENTS, of_a_tool(PLAIN))
@checked
def test_a_plain_schema_fits_where_no_fault_is_told(arguments: Json, schema: Json) -> None:
    assert bool(told(arguments, schema)) is not is_valid(arguments, schema)


@pytest.mark.thorough
@given(ARGUMENTS, of_a_tool(PLAIN))
@checked
def test_every_fault_is_told_of_a_plain_schema(arguments: Json, schema: Json) -> None:
    naming = pytest.importorskip("jsonschema", reason=NEEDS_PACKAGES)
    wrong = faults(arguments, schema, naming.Draft202012Validator)
    mistyped = [path for what, path in wrong if what == "type"]
    outermost = {
        (what, path)
        for what, path in wrong
        if not any(path.startswith((f"{other}.", f"{other}[")) for other in mistyped)
    }
    assert told(arguments, schema) == outermost


@pytest.mark.parametrize("draft", ["Draft7Validator", "Draft202012Validator"])
@given(ARGUMENTS, of_a_tool(ANY))
@example({"a": ["x", 1]}, {"properties": {"a": FIRST_ITEM_IS_ANY}})
@example({"a": 1, "b": 2}, {"properties": {"a": {}}, "dependencies": {"a": {}}})
@checked
def test_what_is_told_of_any_schema_is_wrong(draft: str, arguments: Json, schema: Json) -> None:
    """A log does not say by which draft its schemas are meant, so it is wrong by each."""
    assert not (told(arguments, schema) and is_valid(arguments, schema, draft))


@given(ARGUMENTS, of_a_tool(ANY))
@checked
def test_what_fits_at_first_sight_has_no_fault_that_is_told(arguments: Json, schema: Json) -> None:
    assert not (fits_plainly(schema)(arguments) and told(arguments, schema))
