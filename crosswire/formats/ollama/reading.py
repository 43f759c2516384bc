"""From Ollama's bodies to the model: settings, tools, and the one message of an answer."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.ollama.reading_messages import read_message
from crosswire.formats.shared.reading import (
    declare_tool,
    read_each,
    read_messages,
    read_odd_tool,
    read_response_fields,
)
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import joined, object_or_empty, type_of

_FUNCTION_KEYS = frozenset({"name", "description", "parameters"})
_TOOL_KEYS = frozenset({"type", "function"})
_MEANINGS = {
    "model": "model",
    "stream": "stream",
    "options/num_predict": "max_output_tokens",
    "options/temperature": "temperature",
    "options/top_p": "top_p",
    "options/top_k": "top_k",
    "options/seed": "seed",
    "options/stop": "stop",
}


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    for name, value in body.items():
        place = child(at, name)
        if name == "messages" and value is not None:
            read_messages(value, place, into, read_message)
        elif name == "tools" and isinstance(value, list) and value:
            read_each(value, place, into, _read_tool)
        elif name == "options" and isinstance(value, dict) and value:
            for option, setting in value.items():
                _read_setting(f"{name}/{option}", setting, child(place, option), into)
        else:
            _read_setting(name, value, place, into)


def _read_setting(name: str, value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if value is None:
        return
    meaning = _MEANINGS.get(name)
    neutral = value
    if meaning == "stop" and not isinstance(value, list):
        neutral = [value]
    if meaning == "max_output_tokens" and not _is_count(value):
        meaning = None
    into.setting(name, value, at, meaning=meaning, neutral=neutral)


def _is_count(value: JsonValue) -> bool:
    """Whether it counts tokens: -1 is as many as come, and -2 as many as there is room for."""
    return isinstance(value, (int, float)) and value > 0


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """A function, as in Chat Completions."""
    if not isinstance(tool, dict):
        read_odd_tool(tool, at, into)
        return
    declared, kind = object_or_empty(tool.get("function")), type_of(tool)
    declare_tool(
        into,
        at,
        tool,
        declared,
        schema="parameters",
        kind="function" if kind is None else kind,
        extras=joined(extras_of(declared, _FUNCTION_KEYS), extras_of(tool, _TOOL_KEYS)),
    )


def choices(body: JsonObject) -> int:
    return int("message" in body)


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    """One answer, under `message`; why it ended and what it took are settings."""
    del choice  # there is but one
    read_response_fields(body, at, into, but=("message",))
    if body.get("message") is not None:
        read_message(body["message"], Address(f"{at}/message"), into)
