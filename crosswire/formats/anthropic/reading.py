"""From Anthropic Messages JSON to the model."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.anthropic.names import NAME
from crosswire.formats.anthropic.reading_blocks import read_content
from crosswire.formats.anthropic.reading_tools import COMPACTION, read_tool
from crosswire.formats.shared.events import Telling, no_detail, note_events
from crosswire.formats.shared.reading import (
    keep_message,
    read_each,
    read_messages,
    read_response_fields,
    read_system,
)
from crosswire.model import JsonObject, JsonValue, Message, Role
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import object_or_empty, objects_in, text_field, text_or_none
from crosswire.rendering.tool_choice import named
from crosswire.tools.builtin import BuiltInTool, built_in_tool

_ROLES: dict[str | None, Role] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
}
_MESSAGE_KEYS = frozenset({"role", "content", "id"})
_MEANINGS = {
    "model": "model",
    "max_tokens": "max_output_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "stop_sequences": "stop",
    "stream": "stream",
}


def _model_after(block: JsonObject) -> str:
    return text_field(block.get("to"), "model") or ""


_TELLING: Telling = {
    COMPACTION: ("compaction", no_detail),
    "fallback": ("model changed", _model_after),
}
_MODES = {"auto": "auto", "any": "required", "none": "none"}


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    # It stands before the conversation, wherever its key does.
    read_system(body.get("system"), Address(f"{at}/system"), into, read_content)
    for name, value in body.items():
        place = child(at, name)
        if value is None or name == "system":
            continue
        if name == "messages":
            first = len(into.messages)
            read_messages(value, place, into, read_message)
            note_events(into, first, _TELLING)
        elif name == "tools" and value != []:
            _read_tools(value, place, into)
        elif name == "tool_choice":
            _read_tool_choice(value, body.get("tools"), place, into)
        else:
            into.setting(name, value, place, meaning=_MEANINGS.get(name))


def _read_tools(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, list):
        into.tool("", at, value, kind="not a list of tools")
    read_each(value, at, into, read_tool)


def _read_tool_choice(
    value: JsonValue, tools: JsonValue, at: Address, into: ConversationBuilder
) -> None:
    """The choice, and the switch for parallel calls that stands inside it."""
    neutral = _tool_choice(value, tools)
    meaning = "tool_choice" if neutral is not None else None
    into.setting("tool_choice", value, at, meaning=meaning, neutral=neutral)
    off = object_or_empty(value).get("disable_parallel_tool_use")
    if isinstance(off, bool):
        place = Address(f"{at}/disable_parallel_tool_use")
        name = "tool_choice/disable_parallel_tool_use"
        into.setting(name, off, place, meaning="parallel_tool_calls", neutral=not off)


def _tool_choice(value: JsonValue, tools: JsonValue) -> JsonValue:
    kind, name = text_field(value, "type"), text_field(value, "name")
    if kind != "tool" or name is None:
        mode = _MODES.get(kind or "")
        return None if mode is None else {"mode": mode}
    theirs = _built_in(name, tools)
    return named(name) if theirs is None else {"mode": "named", "built_in": theirs.meaning}


def _built_in(name: str, tools: JsonValue) -> BuiltInTool | None:
    """The provider's own tool of this name, where the request declares it."""
    for tool in objects_in(tools):
        kind = tool.get("type")
        if tool.get("name") == name and isinstance(kind, str):
            return built_in_tool(NAME, kind)
    return None


def choices(body: JsonObject) -> int:
    return int("content" in body)


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    """The body is the message; all but its role and content are settings."""
    del choice  # there is but one
    read_response_fields(body, at, into, but=("role", "content", "type"))
    # A tool of the provider may have been called in the turn before (`pause_turn`), or by its
    # own code.
    into.calls_may_be_elsewhere |= not into.messages
    message = _message(body, at, into)
    note_events(into, len(into.messages) - 1, _TELLING)
    if message.role == "other":
        message.role = "assistant"


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, dict):
        keep_message(value, at, into, "A message is an object.")
        return
    message = _message(value, at, into)
    extras = extras_of(value, _MESSAGE_KEYS)
    if extras is not None and extras.get("type") == "message":
        del extras["type"]
    message.extras = extras or None


def _message(value: JsonObject, at: Address, into: ConversationBuilder) -> Message:
    role = _ROLES.get(text_or_none(value.get("role")), "other")
    parts = read_content(value.get("content"), Address(f"{at}/content"))
    message = into.message(role, at, value, parts)
    item_id = value.get("id")
    if isinstance(item_id, str) and item_id:
        message.item_id = message.group = item_id
    return message
