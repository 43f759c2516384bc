"""Writes a mapping as JSON, in one order, without the fields that say nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crosswire.logs.by_shape.mapping import (
    CallsAt,
    Mapping,
    MessagesAt,
    Patterns,
    ResultsAt,
    Where,
)
from crosswire.logs.by_shape.names import (
    OF_CALLS,
    OF_MESSAGES,
    OF_RESULTS,
    PATHS,
    VERSION,
    VERSION_FIELD,
)
from crosswire.logs.by_shape.patterns import Pattern
from crosswire.model import JsonObject, JsonValue


def mapping_json(mapping: Mapping) -> JsonObject:
    """A mapping as JSON; `mapping_from` reads the same one out of it."""
    paths = {name: _paths(getattr(mapping, name)) for name in PATHS}
    fields: JsonObject = {
        VERSION_FIELD: VERSION,
        "name": mapping.name or None,
        "title": mapping.title or None,
        "conversation": None if mapping.conversation is None else _root(mapping.conversation),
        "messages": [_messages(one) for one in mapping.messages],
        "role": paths["role"],
        "roles": dict(mapping.roles),
        "text": paths["text"],
        "reasoning": paths["reasoning"],
        "calls": [_object(one, OF_CALLS) for one in mapping.calls],
        "results": [_object(one, OF_RESULTS) for one in mapping.results],
        **{name: paths[name] for name in PATHS[3:]},
    }
    return {name: value for name, value in fields.items() if value not in (None, [], {})}


def named(mapping: JsonObject, title: str) -> JsonObject:
    """A mapping with a title, and a name made of it as options have it."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    own = {"name": "-".join(words)[:40].strip("-") or "mapped", "title": title}
    first = {VERSION_FIELD: mapping[VERSION_FIELD], **own}
    return first | {key: one for key, one in mapping.items() if key not in first}


def _root(pattern: Pattern) -> str:
    return f"/{pattern.text}" if pattern.steps else ""


def _messages(one: MessagesAt) -> JsonValue:
    fields = _object(one, OF_MESSAGES) | {"at": _root(one.at)}
    return fields["at"] if len(fields) == 1 else fields


def _object(one: MessagesAt | CallsAt | ResultsAt, names: Sequence[str]) -> JsonObject:
    fields: JsonObject = {"at": one.at.text, "where": _where(one.where)}
    for name in names[2:]:
        value: Patterns | str = getattr(one, name)
        fields[name] = value if isinstance(value, str) else _paths(value)
    return {name: value for name, value in fields.items() if value or name == "at"}


def _where(where: Where) -> JsonObject:
    return {one.at.text: True if one.values is None else [*one.values] for one in where}


def _paths(patterns: Patterns) -> JsonValue:
    texts: list[JsonValue] = [one.text for one in patterns]
    return texts[0] if len(texts) == 1 and texts[0] else texts
