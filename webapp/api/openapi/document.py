"""The description of the API (OpenAPI 3.1), from the routes, the views' docstrings and the
models."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

from flask import Flask
from pydantic import TypeAdapter
from werkzeug.routing import Rule

from webapp.api.openapi.examples import EXAMPLES, FORMAT, SLUG, Example
from webapp.api.openapi.models.common import Asked, Error
from webapp.api.openapi.models.conversations import FormatName, SentForm
from webapp.api.openapi.operations import ANY_BYTES, OPERATIONS, Operation

Json = dict[str, Any]
PREFIX = "/api"
REFUSES_ANYWHERE = (400, 401, 403)
COULD_NOT_READ = (413, 415, 422)
REFERENCE = "#/components/schemas/{model}"

_ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
_SAYS = {
    400: "The request is not understood: a wrong host, query or body.",
    401: "A token that is not known, or none where one is needed.",
    403: "Who asks may not do this.",
    404: "There is nothing, or nothing any more.",
    409: "It is kept and not read: not yet, or no format knows it.",
    413: "The body is larger than what is taken.",
    415: "The upload is no text.",
    422: "The upload cannot be read, or not be written like this.",
    503: (
        "The store with the bytes of uploads does not answer, or other large logs are being "
        "worked on."
    ),
    507: "The storage is full, or a quota is reached.",
}
_HAS_ALREADY: Json = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The `ETag` of an answer that was kept.",
    "schema": {"type": "string"},
}
_SAME: Json = {"description": "Nothing changed since the answer with this `ETag`; no body."}
_TAG: Json = {
    "ETag": {
        "description": "The same exactly where the bytes of the answer are.",
        "schema": {"type": "string"},
    }
}
_ARGUMENTS: dict[str, Any] = {"format": FormatName}
"""Parts of addresses that are more than any text."""


def document(app: Flask) -> Json:
    """The description of everything under `/api` that this app serves."""
    schemas = _schemas()
    paths: Json = {}
    for rule, method, operation in operations(app):
        path = paths.setdefault(_ARGUMENT.sub(r"{\1}", rule.rule), {})
        told = _described(app, rule, operation, schemas)
        _show(told, EXAMPLES[rule.endpoint, method])
        path[method.lower()] = _asked_again(told) if method == "GET" else told
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Crosswire",
            "version": "1",
            "description": (
                "Logged conversations with language models: kept, judged, repaired, converted."
            ),
        },
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An API token, or the manage secret of an upload.",
                }
            },
        },
        "security": [{}, {"bearer": []}],
    }


def operations(app: Flask) -> Iterator[tuple[Rule, str, Operation]]:
    """Route, method and description of each operation, in the order of the routes."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(f"{PREFIX}/"):
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                if (operation := OPERATIONS.get((rule.endpoint, method))) is not None:
                    yield rule, method, operation


class _Schemas:
    """The schemas of the types of all bodies, each written once."""

    def __init__(self) -> None:
        kinds = [
            kind
            for one in OPERATIONS.values()
            for kind in (*one.answers.values(), one.failed, one.query, one.body)
            if kind is not None
        ]
        every = [*kinds, Error, SentForm, *_ARGUMENTS.values()]
        written, shared = TypeAdapter.json_schemas(
            [(number, "validation", TypeAdapter(kind)) for number, kind in enumerate(every)],
            ref_template=REFERENCE,
        )
        self._of = {
            str(kind): written[number, "validation"] for number, kind in enumerate(every)
        }
        self.components: Json = _with_lines_joined(shared.get("$defs", {}))

    def of(self, kind: object) -> Json:
        """Where the schema of a type stands, or the schema itself."""
        return self._of[str(kind)]

    def fields(self, kind: type[Asked]) -> Iterator[tuple[str, Json, bool]]:
        """Name and schema of each field of a query, and whether it must be there."""
        found = self.components[kind.__name__]
        for name, schema in found["properties"].items():
            yield name, schema, name in found.get("required", ())


@cache
def _schemas() -> _Schemas:
    return _Schemas()


def _described(app: Flask, rule: Rule, operation: Operation, schemas: _Schemas) -> Json:
    says = operation.says or inspect.getdoc(app.view_functions[rule.endpoint]) or ""
    summary, *further = map(_unwrapped, says.split("\n\n"))
    told: Json = {"operationId": rule.endpoint, "summary": summary}
    if further:
        told["description"] = "\n\n".join(further)
    told["parameters"] = [*_of_the_path(rule, schemas), *_of_the_query(operation, schemas)]
    content = _bodies(operation, schemas)
    if content:
        told["requestBody"] = {"required": not operation.may_be_empty, "content": content}
    told["responses"] = _answers(operation, schemas)
    return told


def _show(told: Json, example: Example) -> None:
    """Put an example into what is told of an operation."""
    values = {"slug": SLUG, "format": FORMAT, **example.query}
    for one in told["parameters"]:
        if one["name"] in (values if one["in"] == "path" else example.query):
            one["example"] = values[one["name"]]
    for kind, body in example.bodies.items():
        told["requestBody"]["content"][kind]["example"] = body


def _asked_again(told: Json) -> Json:
    """What only reads, with the ways to say what one has already."""
    told["parameters"].append(_HAS_ALREADY)
    told["responses"]["200"]["headers"] = _TAG
    told["responses"] = dict(sorted({**told["responses"], "304": _SAME}.items()))
    return told


def _with_lines_joined(schema: Any) -> Any:
    """A schema whose descriptions, docstrings of the source, have no line ends of it."""
    if isinstance(schema, list):
        return [_with_lines_joined(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: "\n\n".join(map(_unwrapped, value.split("\n\n")))
        if key == "description" and isinstance(value, str)
        else _with_lines_joined(value)
        for key, value in schema.items()
    }


def _unwrapped(paragraph: str) -> str:
    """A paragraph of a docstring on one line."""
    return " ".join(paragraph.split())


def _of_the_path(rule: Rule, schemas: _Schemas) -> Iterator[Json]:
    for name in _ARGUMENT.findall(rule.rule):
        schema = (
            schemas.of(_ARGUMENTS[name])
            if name in _ARGUMENTS
            else {"type": "string", "minLength": 1}
        )
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def _of_the_query(operation: Operation, schemas: _Schemas) -> Iterator[Json]:
    if operation.query is None:
        return
    for name, schema, required in schemas.fields(operation.query):
        # A query has no null: what is not there is left away.
        kinds = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
        plain = {
            key: value
            for key, value in schema.items()
            if key not in ("anyOf", "title", "description")
        }
        yield {
            "name": name,
            "in": "query",
            "required": required,
            "description": schema.get("description", ""),
            "schema": {**(kinds[0] if kinds else {}), **_without_null(plain)},
        }


def _without_null(schema: Json) -> Json:
    return {key: value for key, value in schema.items() if (key, value) != ("default", None)}


def _bodies(operation: Operation, schemas: _Schemas) -> Json:
    """The media types that a request may have, each with its schema."""
    if operation.is_upload:
        return {
            "application/octet-stream": {"schema": ANY_BYTES},
            "application/json": {"schema": {}},
            "multipart/form-data": {"schema": schemas.of(SentForm)},
        }
    if operation.body is None:
        return {}
    return {"application/json": {"schema": schemas.of(operation.body)}}


def _answers(operation: Operation, schemas: _Schemas) -> Json:
    found: Json = {}
    for status, kind in operation.answers.items():
        found[str(status)] = _answer(HTTPStatus(status).phrase + ".", schemas.of(kind))
    if operation.failed is not None:
        for status in COULD_NOT_READ:
            found[str(status)] = _answer(_SAYS[status], schemas.of(operation.failed))
    for status in {*REFUSES_ANYWHERE, *operation.refuses}:
        found[str(status)] = _answer(_SAYS[status], schemas.of(Error))
    return dict(sorted(found.items()))


def _answer(says: str, schema: Json) -> Json:
    return {"description": says, "content": {"application/json": {"schema": schema}}}
