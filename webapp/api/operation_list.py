"""The description of the API as its page lists it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]

_KINDS = {
    "integer": "number",
    "number": "number",
    "string": "text",
    "boolean": "yes or no",
    "null": "none",
    "object": "object",
}
_MOST_WORDS = 12
"""Values that a field lists."""


class ApiField(NamedTuple):
    """A field of a query, a body or an answer."""

    name: str
    kind: str
    """What it holds, in words."""
    says: str
    required: bool


class ApiOperation(NamedTuple):
    """What an address does with a method."""

    id: str
    method: str
    path: str
    says: str
    """Its summary, and the rest where there is more to say."""
    query: list[ApiField]
    bodies: list[tuple[str, list[ApiField]]]
    """Each media type that a request may have, with its fields."""
    answers: list[tuple[str, list[ApiField]]]
    """Each success, with its fields."""
    others: list[tuple[str, str]]
    """Each other status, and when."""


def api_list(document: Json) -> list[ApiOperation]:
    """The operations in the order of their paths."""
    shared = document["components"]["schemas"]
    return [
        _operation(path, method, told, shared)
        for path, methods in sorted(document["paths"].items())
        for method, told in methods.items()
    ]


def _operation(path: str, method: str, told: Json, shared: Json) -> ApiOperation:
    query = [
        ApiField(
            field["name"], _kind(field["schema"]), field["description"], field["required"]
        )
        for field in told["parameters"]
        if field["in"] == "query"
    ]
    bodies = told.get("requestBody", {}).get("content", {})
    operation = ApiOperation(
        id=told["operationId"].replace(".", "-"),
        method=method.upper(),
        path=path,
        says=" ".join([told["summary"], *told.get("description", "").split()]),
        query=query,
        bodies=[
            (kind, list(_fields(body["schema"], shared))) for kind, body in bodies.items()
        ],
        answers=[],
        others=[],
    )
    for status, answer in told["responses"].items():
        if status < "300":
            fields = list(_fields(_schema(answer), shared))
            operation.answers.append((status, fields))
        else:
            operation.others.append((status, answer["description"]))
    return operation


def _schema(answer: Json) -> Json:
    schema: Json = answer["content"]["application/json"]["schema"]
    return schema


def _fields(schema: Json, shared: Json) -> Iterator[ApiField]:
    """Those of an object; of several that it may be, each field once."""
    told: set[str] = set()
    for one in schema.get("anyOf", [schema]):
        whole = _resolved(one, shared)
        for name, field in whole.get("properties", {}).items():
            if name not in told:
                told.add(name)
                yield ApiField(
                    name,
                    _kind(field),
                    field.get("description", ""),
                    name in whole.get("required", ()),
                )


def _resolved(schema: Json, shared: Json) -> Mapping[str, Any]:
    reference = schema.get("$ref")
    return shared[_name(reference)] if reference else schema


def _kind(schema: Json) -> str:
    """What a field holds."""
    if "$ref" in schema:
        return _name(schema["$ref"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_kind, schema["anyOf"])))
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if values:
        shown = [str(value) or "nothing" for value in values[:_MOST_WORDS]]
        return ", ".join(shown + ["…"] * (len(values) > _MOST_WORDS))
    if schema.get("format") == "binary":
        return "bytes"
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    return _KINDS.get(schema.get("type", ""), "any JSON")


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
