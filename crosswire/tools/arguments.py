"""Reads the arguments of a call: a JSON value, JSON as text, or free text."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.model import Arguments, ArgumentsState, JsonObject, JsonValue
from crosswire.model.json_values import text_or_none

_PARSED = ArgumentsState.PARSED  # found once, as every call needs it and looking it up is slow


def from_text(raw: JsonValue, address: Address) -> Arguments:
    """Arguments that the wire writes as JSON text; any other value is kept as it is."""
    if raw is None or raw == "":
        return Arguments(ArgumentsState.ABSENT, None, text_or_none(raw), address)
    if not isinstance(raw, str):
        return from_value(raw, address)
    try:
        value = json_document.read(raw.encode("utf-8", "surrogatepass"))
    except UnreadableUpload:
        return Arguments(ArgumentsState.INVALID, None, raw, address)
    return Arguments(_PARSED, value, raw, address)


def from_value(raw: JsonValue, address: Address) -> Arguments:
    """Arguments that the wire writes as a JSON value."""
    if raw is None:
        return Arguments(ArgumentsState.ABSENT, None, None, address)
    return Arguments(_PARSED, raw, None, address)


def free_text(raw: JsonValue, address: Address) -> Arguments:
    """The input of a custom tool, which is no JSON by design."""
    return Arguments(ArgumentsState.FREE_TEXT, None, text_or_none(raw), address)


def as_text(arguments: Arguments) -> str:
    """Arguments as JSON text, for formats that write them so: the log's text if it has one."""
    if arguments.text is not None:
        return arguments.text
    if arguments.state is ArgumentsState.ABSENT:
        return "{}"
    return json_document.write(arguments.value).decode()


def as_object(arguments: Arguments) -> JsonObject | None:
    """For a format that writes arguments as an object; None where they are none."""
    if arguments.state is ArgumentsState.ABSENT:
        return {}
    return arguments.value if isinstance(arguments.value, dict) else None


def hidden_value(text: str) -> JsonObject | list[JsonValue] | None:
    """The object or list in a text that is JSON itself, once more or many times over."""
    value: JsonValue = text
    while isinstance(value, str) and value.lstrip()[:1] in ("{", "[", '"'):
        try:
            value = json_document.read(value.encode("utf-8", "surrogatepass"))
        except UnreadableUpload:
            return None
    return value if isinstance(value, (dict, list)) else None


def hidden_arguments(arguments: Arguments) -> JsonObject | list[JsonValue] | None:
    """The object or list that arguments are where they are a JSON string of it; else None."""
    if arguments.state is not _PARSED or not isinstance(arguments.value, str):
        return None
    return hidden_value(arguments.value)
