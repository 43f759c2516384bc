"""Takes values out of JSON whose form nothing guarantees, such as a log.

A value of another type than the wanted one counts as absent, so that a reader never raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from crosswire.model.parts import JsonObject, JsonValue


def text_or_none(value: JsonValue) -> str | None:
    """The value, if it is text."""
    return value if isinstance(value, str) else None


def text_or_empty(value: JsonValue) -> str:
    """The value, if it is text; else the empty text."""
    return value if isinstance(value, str) else ""


def object_or_empty(value: JsonValue) -> JsonObject:
    """The value, if it is an object; else an object without fields."""
    return value if isinstance(value, dict) else {}


def list_or_empty(value: JsonValue) -> list[JsonValue]:
    """The value, if it is a list; else a list without elements."""
    return value if isinstance(value, list) else []


def objects_in(value: JsonValue) -> list[JsonObject]:
    """The objects among the elements of a list; none where the value is no list."""
    return [item for item in list_or_empty(value) if isinstance(item, dict)]


def field_of(value: JsonValue, name: str) -> JsonValue:
    """The value of a field; None where the value is no object, or has no such field."""
    return value.get(name) if isinstance(value, dict) else None


def value_at(value: JsonValue, *names: str) -> JsonValue:
    """The value below these fields, each in the object before; None where one is absent."""
    for name in names:
        value = field_of(value, name)
    return value


def texts_in(value: JsonValue) -> list[str]:
    """The texts among the elements of a list; none where the value is no list."""
    return [item for item in list_or_empty(value) if isinstance(item, str)]


def all_texts(value: JsonValue) -> Iterator[str]:
    """Every text in a value, at any depth; names of fields are none."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield held
        elif isinstance(held, (dict, list)):
            waiting += held.values() if isinstance(held, dict) else held


def text_field(value: JsonValue, name: str) -> str | None:
    """The text in a field; None where the value is no object, or the field holds no text."""
    text = value.get(name) if isinstance(value, dict) else None
    return text if isinstance(text, str) else None


def type_of(value: JsonValue) -> str | None:
    """The text in the field `type`, which most formats name their blocks and items by."""
    # Written out, as readers ask it of every block and item.
    kind = value.get("type") if isinstance(value, dict) else None
    return kind if isinstance(kind, str) else None


def without(fields: JsonObject, *names: str) -> JsonObject:
    """A copy of an object without some of its fields."""
    return {name: value for name, value in fields.items() if name not in names}


def joined(*objects: JsonObject | None) -> JsonObject | None:
    """All fields of some objects, of equal ones the last; None where there are none."""
    if not any(objects):
        return None
    fields: JsonObject = {}
    for given in objects:
        fields |= given or {}
    return fields


def is_number(value: JsonValue) -> TypeGuard[float]:
    """Whether a value is a number; `true` and `false` are none in JSON."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def are_texts(value: JsonValue) -> bool:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def json_kind(value: JsonValue) -> str:
    """What a value is, for messages: `a list of 3`, `a text`, `null`."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return _KINDS.get(type(value), "a number")


_KINDS = {str: "a text", bool: "true or false", type(None): "null"}
