"""What rules ask of JSON values as they stand in a log."""

from __future__ import annotations

from crosswire.model import Arguments, ArgumentsState, JsonObject, JsonValue
from crosswire.tools.arguments import hidden_value


def fields_of(value: JsonValue) -> JsonObject:
    """The fields of an object; none for any other value."""
    return value if isinstance(value, dict) else {}


def value_at(value: JsonValue, *keys: str) -> JsonValue:
    """What stands under these keys, each in the object before; None where nothing does."""
    for key in keys:
        value = fields_of(value).get(key)
    return value


def items_of(value: JsonValue) -> list[JsonValue]:
    """The elements of a list; none for any other value."""
    return value if isinstance(value, list) else []


def json_kind(value: JsonValue) -> str:
    """What a value is, for messages: `a list of 3`, `a text`, `null`."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return _KINDS.get(type(value), "a number")


_KINDS = {dict: "an object", str: "a text", bool: "true or false", type(None): "null"}


def hidden_arguments(arguments: Arguments) -> JsonObject | list[JsonValue] | None:
    """The object or list that arguments are where they are written as a text."""
    if arguments.state is not ArgumentsState.PARSED or not isinstance(arguments.value, str):
        return None
    return hidden_value(arguments.value)
