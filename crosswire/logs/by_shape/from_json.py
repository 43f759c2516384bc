"""Reads a mapping from its JSON, strictly: a fault is told with its place, cause and cure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from crosswire.logs.by_shape.checks import (
    MAX_ITEMS,
    bad,
    each_at,
    listed,
    object_at,
    pattern_at,
    patterns_at,
    shallow_at,
    text_at,
)
from crosswire.logs.by_shape.mapping import (
    CallsAt,
    Condition,
    Mapping,
    MessagesAt,
    Patterns,
    ResultsAt,
    Scalar,
    Where,
)
from crosswire.logs.by_shape.names import (
    FIELDS,
    OF_CALLS,
    OF_MESSAGES,
    OF_RESULTS,
    PATHS,
    ROLES,
    VERSION,
    VERSION_FIELD,
)
from crosswire.logs.by_shape.patterns import Pattern
from crosswire.logs.by_shape.to_json import mapping_json
from crosswire.model import JsonObject, JsonValue, Role
from crosswire.model.json_values import json_kind

MAX_TEXT = 60_000
"""Characters of a mapping as JSON."""


def read_mapping(text: str) -> JsonObject:
    """A mapping as somebody wrote it down, in the one order of its fields; raises
    BadMapping."""
    if len(text) > MAX_TEXT:
        raise bad("", f"it has {len(text):,} characters", f"at most {MAX_TEXT:,} are read")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise bad("", f"it is no JSON ({error})", "write it as in docs/mapping.md") from error
    return mapping_json(mapping_from(value))


def mapping_from(value: JsonValue) -> Mapping:
    """The mapping that some JSON is; raises BadMapping."""
    fields = object_at(value, "", FIELDS)
    if fields.get(VERSION_FIELD) != VERSION or fields[VERSION_FIELD] is True:
        raise bad(f"/{VERSION_FIELD}", "it names no version that is known", f"write {VERSION}")
    if fields.get("messages") in (None, []):
        raise bad("/messages", "it names no place", 'name one, such as ["/messages/*"]')
    paths = {name: patterns_at(fields.get(name), f"/{name}") for name in PATHS}
    conversation = fields.get("conversation")
    return Mapping(
        messages=each_at(fields["messages"], "/messages", _messages),
        name=text_at(fields.get("name", ""), "/name"),
        title=text_at(fields.get("title", ""), "/title"),
        conversation=None
        if conversation is None
        else pattern_at(conversation, "/conversation"),
        roles=_roles(fields.get("roles", {})),
        calls=each_at(fields.get("calls", []), "/calls", _calls),
        results=each_at(fields.get("results", []), "/results", _results),
        **paths,
    )


def _messages(value: JsonValue, at: str) -> MessagesAt:
    if isinstance(value, str):
        return MessagesAt(pattern_at(value, at))
    fields = object_at(value, at, OF_MESSAGES)
    place = pattern_at(fields.get("at", ""), f"{at}/at")
    return MessagesAt(place, _where(fields, at), text_at(fields.get("role", ""), f"{at}/role"))


def _calls(value: JsonValue, at: str) -> CallsAt:
    fields = object_at(value, at, OF_CALLS)
    return CallsAt(_inner(fields, at), _where(fields, at), *_paths_of(fields, at, OF_CALLS))


def _results(value: JsonValue, at: str) -> ResultsAt:
    fields = object_at(value, at, OF_RESULTS)
    return ResultsAt(
        _inner(fields, at), _where(fields, at), *_paths_of(fields, at, OF_RESULTS)
    )


def _inner(fields: JsonObject, at: str) -> Pattern:
    return shallow_at(fields.get("at", ""), f"{at}/at")


def _paths_of(fields: JsonObject, at: str, names: Sequence[str]) -> list[Patterns]:
    return [patterns_at(fields.get(name), f"{at}/{name}") for name in names[2:]]


def _where(fields: JsonObject, at: str) -> Where:
    at = f"{at}/where"
    conditions = object_at(fields.get("where", {}), at, None)
    return tuple(_condition(path, value, at) for path, value in conditions.items())


def _condition(path: str, value: JsonValue, at: str) -> Condition:
    at = f"{at}/{path}"
    if value is True:
        return Condition(shallow_at(path, at), None)
    if not isinstance(value, list) or any(isinstance(one, (dict, list)) for one in value):
        cure = 'list the values that may stand there, ["tool_call"], or write true for any'
        raise bad(at, f"it is {json_kind(value)}", cure)
    return Condition(shallow_at(path, at), tuple(cast("list[Scalar]", value[:MAX_ITEMS])))


def _roles(value: JsonValue) -> tuple[tuple[str, Role], ...]:
    fields = object_at(value, "/roles", None)
    for word, role in fields.items():
        if role not in ROLES:
            raise bad(f"/roles/{word}", f"{role!r} is no role", f"take one of {listed(ROLES)}")
    return tuple(cast("dict[str, Role]", fields).items())
