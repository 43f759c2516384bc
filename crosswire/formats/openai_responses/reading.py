"""From bodies of Responses to the model: settings, tools, instructions, and the items."""

from __future__ import annotations

from functools import partial
from typing import Literal

from crosswire.address import Address, child
from crosswire.containers import json_document
from crosswire.formats.openai_responses.names import ECHOED, MEANINGS, NAME
from crosswire.formats.openai_responses.reading_items import read_message
from crosswire.formats.openai_responses.reading_tools import read_tool
from crosswire.formats.openai_responses.stored_items import first_items, oldest_first
from crosswire.formats.openai_responses.variant import RESPONSES, Variant
from crosswire.formats.shared.events import Telling, no_detail, note_events
from crosswire.formats.shared.reading import read_each, read_text
from crosswire.model import JsonObject, JsonValue, SettingPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    text_field,
    type_of,
    without,
)
from crosswire.rendering.tool_choice import among, named
from crosswire.tools.builtin import built_in_tool

_BY_NAME = ("function", "custom")
"""Kinds of tools that a choice names."""
_ELSEWHERE = frozenset({"previous_response_id", "conversation"})
"""Fields that continue a conversation which the provider stores."""


def _update(item: JsonObject) -> str:
    """What an item changes in the configuration."""
    return json_document.write(without(item, "type", "id")).decode()


_TELLING: Telling = {
    "compaction": ("compaction", no_detail),
    "compaction_trigger": ("compaction asked for", no_detail),
    "configuration_update": ("mode changed", _update),
}
_ONLY_ANSWERED = frozenset(
    {
        "id",
        "object",
        "created_at",
        "completed_at",
        "status",
        "usage",
        "error",
        "incomplete_details",
    }
)
"""Fields that only a response has."""


def read_request(
    body: JsonObject, at: Address, into: ConversationBuilder, variant: Variant = RESPONSES
) -> None:
    """Read a request; some logs have its answer beside it, in the same object. One that begins
    a stored conversation has its items in `items`."""
    answer = list_or_empty(body.get("output"))
    answered = isinstance(body.get("output"), list)
    for name, value in _in_order(body):
        place = child(at, name)
        if name == "input" and isinstance(value, str):
            _read_text_field("user", name, value, place, into)
        elif name == "input" and isinstance(value, list):
            _read_items(value, place, into, variant)
        elif name == "items" and (given := first_items(body)) is not None:
            _read_items(given, place, into, variant)
        elif answered and name in _ONLY_ANSWERED:
            into.setting(name, value, place, of_response=True)
        elif not answered or name != "output":
            _read_field(name, value, place, into, variant)
    _read_items(answer, child(at, "output"), into, variant)


def choices(body: JsonObject) -> int:
    return 1


def read_response(
    body: JsonObject,
    at: Address,
    choice: int,
    into: ConversationBuilder,
    variant: Variant = RESPONSES,
) -> None:
    """Read a response, or a page of stored items; what it repeats of its request is not read
    twice."""
    container = "data" if body.get("object") == "list" else "output"
    into.calls_may_be_elsewhere |= body.get("has_more") is True
    asked = _fields_read(into)
    for name, value in _in_order(body):
        place = child(at, name)
        if name == "data" == container and isinstance(value, list):
            for item, stands_at in oldest_first(value, place):
                read_message(item, stands_at, into, variant)
        elif name == container and isinstance(value, list):
            _read_items(value, place, into, variant)
        elif (name in ECHOED or name in variant.settings) and name not in asked:
            _read_field(name, value, place, into, variant)
        else:
            into.setting(name, value, place, of_response=True)


def _in_order(body: JsonObject) -> list[tuple[str, JsonValue]]:
    """The fields that say something, instructions before the items that they are for."""
    given = [(name, value) for name, value in body.items() if value is not None]
    return sorted(given, key=lambda field: field[0] != "instructions")


def _fields_read(into: ConversationBuilder) -> set[str | None]:
    """The names of all fields that have been read into settings, tools or messages."""
    fields = {message.field for message in into.messages}
    for part in into.settings_and_tools:
        fields.add(part.name if isinstance(part, SettingPart) else "tools")
    return fields


def _read_items(
    items: list[JsonValue], at: Address, into: ConversationBuilder, variant: Variant
) -> None:
    first = len(into.messages)
    read_each(items, at, into, partial(read_message, variant=variant))
    note_events(into, first, _TELLING)


def _read_field(
    name: str, value: JsonValue, at: Address, into: ConversationBuilder, variant: Variant
) -> None:
    """Read a field of a request other than its items."""
    into.calls_may_be_elsewhere |= name in _ELSEWHERE
    if name == "instructions" and isinstance(value, str):
        _read_text_field("system", name, value, at, into)
    elif name == "instructions" and isinstance(value, list):
        _read_items(value, at, into, variant)
    elif name == "tools" and isinstance(value, list) and value:
        read_each(value, at, into, read_tool)
    else:
        neutral = _tool_choice(value) if name == "tool_choice" else value
        meaning = None if neutral is None else MEANINGS.get(name)
        into.setting(name, value, at, meaning=meaning, neutral=neutral)


def _read_text_field(
    role: Literal["system", "user"],
    field: str,
    text: str,
    at: Address,
    into: ConversationBuilder,
) -> None:
    """Read a message that is the plain text of a field of its own."""
    message = into.message(role, at, text, read_text(text, at))
    message.field = field


def _tool_choice(value: JsonValue) -> JsonValue:
    """The choice of tools in its neutral form; None where it has none."""
    if isinstance(value, str):
        return {"mode": value} if value in ("auto", "none", "required") else None
    kind = type_of(value)
    if kind in _BY_NAME:
        name = _chosen(value)
        return None if name is None else named(name)
    if kind == "allowed_tools":
        return _allowed(object_or_empty(value))
    theirs = None if kind is None else built_in_tool(NAME, kind)
    return None if theirs is None else {"mode": "named", "built_in": theirs.meaning}


def _allowed(choice: JsonObject) -> JsonValue:
    mode = choice.get("mode")
    tools = list_or_empty(choice.get("tools"))
    names = [name for name in map(_chosen, tools) if name is not None]
    if mode not in ("auto", "required") or not names or len(names) < len(tools):
        return None
    return among(str(mode), names)


def _chosen(tool: JsonValue) -> str | None:
    """The name of a function or a custom tool; None for any other."""
    return text_field(tool, "name") if type_of(tool) in _BY_NAME else None
