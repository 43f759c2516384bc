"""From Ollama's bodies to the model: settings, tools, and the one message of an answer."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.ollama.reading_messages import read_message
from crosswire.model import JsonObject, JsonValue, SettingPart
from crosswire.model.builder import ConversationBuilder, extras_of, opaque

_FUNCTION_KEYS = frozenset({"name", "description", "parameters"})
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
            _read_messages(value, place, into)
        elif name == "tools" and isinstance(value, list) and value:
            for i, tool in enumerate(value):
                _read_tool(tool, Address(f"{place}/{i}"), into)
        elif name == "options" and isinstance(value, dict) and value:
            for option, setting in value.items():
                _read_setting(f"{name}/{option}", setting, child(place, option), into)
        else:
            _read_setting(name, value, place, into)


def _read_messages(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, list):
        into.message("other", at, value, [opaque(value, at, "Messages are a list.")])
        return
    for i, message in enumerate(value):
        read_message(message, Address(f"{at}/{i}"), into)


def _read_setting(name: str, value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if value is None:
        return
    meaning = _MEANINGS.get(name)
    neutral = value
    if meaning == "stop" and not isinstance(value, list):
        neutral = [value]
    elif meaning == "max_output_tokens" and not (
        isinstance(value, (int, float)) and value > 0
    ):
        meaning = None  # -1 is as many as come, and -2 as many as there is room for
    into.setting(name, value, at, meaning=meaning, neutral=neutral)


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """A function, as in Chat Completions."""
    if not isinstance(tool, dict):
        into.tool(tool if isinstance(tool, str) else "", at, tool, kind=type(tool).__name__)
        return
    function, kind = tool.get("function"), tool.get("type")
    declared: JsonObject = function if isinstance(function, dict) else {}
    name, description = declared.get("name"), declared.get("description")
    beside = extras_of(tool, frozenset({"type", "function"})) or {}
    into.tool(
        name if isinstance(name, str) else "",
        at,
        tool,
        description=description if isinstance(description, str) else None,
        schema=declared.get("parameters"),
        kind=kind if isinstance(kind, str) else "function",
        extras={**(extras_of(declared, _FUNCTION_KEYS) or {}), **beside} or None,
    )


def choices(body: JsonObject) -> int:
    return 1 if "message" in body else 0


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    """One answer, under `message`; why it ended and what it took stands beside it."""
    del choice  # there is but one
    for name, value in body.items():
        if name == "message" and value is not None:
            read_message(value, Address(f"{at}/message"), into)
        elif value is not None:
            meaning = "model" if name == "model" and not _has_model(into) else None
            into.setting(
                name, value, child(at, name), meaning=meaning, of_response=meaning is None
            )


def _has_model(into: ConversationBuilder) -> bool:
    return any(
        isinstance(part, SettingPart) and part.meaning == "model"
        for part in into.settings_and_tools
    )
