"""From generateContent JSON to the model: bodies, contents, settings, tools."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.gemini.json_schema import json_schema
from crosswire.formats.gemini.names import INSTRUCTION
from crosswire.formats.gemini.reading_parts import is_of_model, is_part, read_part
from crosswire.formats.gemini.reading_searches import GROUNDING, URLS, read_search
from crosswire.formats.gemini.recognising import candidates_in
from crosswire.formats.gemini.spelling import field, rest_key
from crosswire.formats.shared.reading import declare_tool, has_model, keep_message, read_each
from crosswire.model import JsonObject, JsonValue, Message, Part, Role
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_empty, without
from crosswire.rendering.tool_choice import among

_ROLES: dict[str, Role] = {
    "user": "user",
    "model": "assistant",
    "assistant": "assistant",
    "function": "tool",
    "tool": "tool",
    "system": "system",
}
_CONTENT_KEYS = frozenset({"role", "parts"})
_MEANINGS = {
    "maxOutputTokens": "max_output_tokens",
    "temperature": "temperature",
    "topP": "top_p",
    "topK": "top_k",
    "stopSequences": "stop",
    "seed": "seed",
}
_MEANINGS_OUTSIDE = {"model": "model"}
"""Of the fields that stand in no object of settings."""
_MODES = {"AUTO": "auto", "NONE": "none", "ANY": "required", "VALIDATED": "auto"}
_CALLING_KEYS = frozenset({"mode", "allowedFunctionNames", "allowed_function_names"})
_SCHEMA_KEYS = ("parameters", "parametersJsonSchema", "parameters_json_schema")
_DECLARATION_KEYS = frozenset({"name", "description", *_SCHEMA_KEYS})
_HISTORY = "automaticFunctionCallingHistory"
_HOLD_SETTINGS = {
    "": frozenset({"config", "generationConfig", "toolConfig"}),
    "config/": frozenset({"toolConfig"}),
}
"""Objects whose fields are settings each, by the path that they stand below."""


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """Read a body, the system prompt first: for the model it comes before the contents."""
    _read_instruction(body, at, into)
    _read_instruction(object_or_empty(body.get("config")), Address(f"{at}/config"), into)
    for key, value in body.items():
        name, place = rest_key(key), child(at, key)
        if name == "contents" and value is not None:
            _read_contents(value, place, into)
        elif name not in ("contents", INSTRUCTION):
            _read_field(key, value, place, "", into)


def _read_contents(contents: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if isinstance(contents, list):
        read_each(contents, at, into, read_message)
    else:
        read_message(contents, at, into)


def _read_instruction(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """The system prompt: a content, or (to the SDKs) text, a part, or a list of these."""
    for key in ("systemInstruction", "system_instruction"):
        value, place = body.get(key), Address(f"{at}/{key}")
        if value is not None:
            message = _read_content(value, place, into)
            message.role = "system"
            message.field = INSTRUCTION


def _read_field(
    key: str, value: JsonValue, at: Address, path: str, into: ConversationBuilder
) -> None:
    """A field beside the contents; `path` leads to the object that it stands in."""
    name = rest_key(key)
    if value is None:
        return
    if name in _HOLD_SETTINGS.get(path, ()) and isinstance(value, dict) and value:
        for inner, setting in value.items():
            if name != "config" or rest_key(inner) != INSTRUCTION:
                _read_field(inner, setting, child(at, inner), f"{path}{key}/", into)
    elif name == "tools" and path in ("", "config/") and value != []:
        _read_tools(value, at, into)
    elif name == "functionCallingConfig" and isinstance(value, dict):
        _read_calling(path + key, value, at, into)
    else:
        meaning = _MEANINGS.get(name) if path else _MEANINGS_OUTSIDE.get(name)
        listed = meaning == "stop" and not isinstance(value, list)
        neutral: JsonValue = [value] if listed else None
        into.setting(path + key, value, at, meaning=meaning, neutral=neutral)


def _read_calling(
    path: str, config: JsonObject, at: Address, into: ConversationBuilder
) -> None:
    """Which tools the model may or must call; what stands beside mode and names are settings
    of their own."""
    neutral = _choice(config.get("mode"), field(config, "allowedFunctionNames"))
    if neutral is None or extras_of(config, _CALLING_KEYS) is None:
        meaning = None if neutral is None else "tool_choice"
        into.setting(path, config, at, meaning=meaning, neutral=neutral)
        return
    for inner, value in config.items():
        name, place = f"{path}/{inner}", child(at, inner)
        if inner == "mode":
            into.setting(name, value, place, meaning="tool_choice", neutral=neutral)
        elif value is not None:
            into.setting(name, value, place)


def _choice(mode: JsonValue, names: JsonValue) -> JsonValue:
    """`VALIDATED` is `AUTO` with calls that follow their schema, and may list functions."""
    word = text_or_empty(mode).upper()
    known = _MODES.get(word)
    if known is None:
        return None
    listed = [name for name in list_or_empty(names) if isinstance(name, str)]
    neutral: JsonObject = {"mode": known}
    if listed and known != "none":
        neutral = among(known, listed)
    return {**neutral, "validated": True} if word == "VALIDATED" else neutral


def _read_tools(tools: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if isinstance(tools, list):
        read_each(tools, at, into, _read_tool)
    else:
        _read_tool(tools, at, into)


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """An object of `tools`: declarations of functions, and a key for each built-in tool."""
    if not isinstance(tool, dict) or not tool:
        into.setting("tools[]", tool, at)
        return
    if isinstance(tool.get("name"), str):
        _read_declaration(tool, at, into)
        return
    for key, value in tool.items():
        kind, place = rest_key(key), child(at, key)
        if kind == "functionDeclarations" and isinstance(value, list) and value:
            read_each(value, place, into, _read_declaration)
        elif value is not None:
            extras = extras_of(object_or_empty(value), frozenset())
            into.tool(kind, place, value, kind=kind, extras=extras)


def _read_declaration(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """A function; anything else among the tools is kept as a setting."""
    if not isinstance(tool, dict):
        into.setting("tools[]", tool, at)
        return
    schema = field(tool, "parametersJsonSchema")
    if schema is None:
        schema = json_schema(tool.get("parameters"))
    extras = extras_of(tool, _DECLARATION_KEYS)
    declare_tool(into, at, tool, {**tool, "schema": schema}, schema="schema", extras=extras)


def choices(body: JsonObject) -> int:
    return len(list_or_empty(candidates_in(body)[1]))


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    wrapper, candidates = candidates_in(body)
    _read_around(body, at, wrapper, into)
    if not isinstance(candidates, list) or choice >= len(candidates):
        return
    place = child(at, *wrapper, "candidates", choice)
    candidate = candidates[choice]
    if not isinstance(candidate, dict):
        keep_message(candidate, place, into, "A candidate is an object.")
        return
    message = _read_answer(candidate.get("content"), child(place, "content"), into)
    for name, value in without(candidate, "content").items():
        inside = child(place, name)
        if value is not None and not _read_search(name, value, inside, message):
            into.setting(name, value, inside, of_response=True)


def _read_answer(content: JsonValue, at: Address, into: ConversationBuilder) -> Message | None:
    """What the model said; None where the candidate holds nothing."""
    if content is None:
        return None
    message = _read_content(content, at, into)
    if message.role in ("user", "system"):
        message.role = "assistant"
    return message


def _read_search(name: str, value: JsonValue, at: Address, message: Message | None) -> bool:
    """Whether a field of a candidate tells of a search, which is then a part of the answer."""
    kind = rest_key(name)
    if message is None or kind not in (GROUNDING, URLS):
        return False
    call = read_search(kind, value, at, message.parts)
    message.parts += [] if call is None else [call]
    return call is not None


def _read_around(
    body: JsonObject, at: Address, wrapper: tuple[str, ...], into: ConversationBuilder
) -> None:
    """The fields beside the candidates, in the response and in the wrappers around it."""
    for key, value in body.items():
        place, name = child(at, key), rest_key(key)
        if value is None or (key == "candidates" and not wrapper):
            continue
        if key in wrapper[:1] and isinstance(value, dict):
            _read_around(value, place, wrapper[1:], into)
        elif name == _HISTORY and isinstance(value, list) and not into.messages:
            _read_contents(value, place, into)
        elif name == "modelVersion" and not has_model(into):
            into.setting(key, value, place, meaning="model")
        else:
            into.setting(key, value, place, of_response=True)


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    _read_content(value, at, into)


def _read_content(value: JsonValue, at: Address, into: ConversationBuilder) -> Message:
    """A content; or what the SDKs take in its place: a text, one part, or a list of these."""
    if isinstance(value, (str, list)):
        return into.message("user", at, value, _read_parts(value, at))
    if not isinstance(value, dict):
        return keep_message(value, at, into, "A content is an object.")
    if is_part(value):
        parts = read_part(value, at)
        return into.message(_role(None, parts), at, value, parts)
    parts = _read_parts(value.get("parts"), Address(f"{at}/parts"))
    message = into.message(_role(value.get("role"), parts), at, value, parts)
    message.extras = extras_of(value, _CONTENT_KEYS)
    return message


def _read_parts(parts: JsonValue, at: Address) -> list[Part]:
    if not isinstance(parts, list):
        return [] if parts is None else read_part(parts, at)
    read: list[Part] = []
    for i, part in enumerate(parts):
        read += read_part(part, Address(f"{at}/{i}"))
    return read


def _role(role: JsonValue, parts: list[Part]) -> Role:
    """The role; without one the API takes a content as the user's, but a call is always the
    model's."""
    if isinstance(role, str):
        return _ROLES.get(role, "other")
    return "assistant" if any(map(is_of_model, parts)) else "user"
