"""From generateContent JSON to the model: bodies, contents, settings, tools."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.gemini.grounding import GROUNDING, URLS, read_search
from crosswire.formats.gemini.json_schema import json_schema
from crosswire.formats.gemini.names import INSTRUCTION
from crosswire.formats.gemini.reading_parts import is_of_model, is_part, read_part
from crosswire.formats.gemini.recognising import candidates_in
from crosswire.formats.gemini.spelling import field, rest_key
from crosswire.model import JsonObject, JsonValue, Message, Part, Role
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.rendering.tool_choice import among

_ROLES: dict[JsonValue, Role] = {
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
_HOLD_SETTINGS = {
    "": frozenset({"config", "generationConfig", "toolConfig"}),
    "config/": frozenset({"toolConfig"}),
}
"""Objects whose fields are settings each, by the path that they stand below."""


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """The system prompt first, wherever it stands: it comes before the contents for the model."""
    config = body.get("config")
    _read_instruction(body, at, into)
    if isinstance(config, dict):
        _read_instruction(config, Address(f"{at}/config"), into)
    for key, value in body.items():
        name, place = rest_key(key), child(at, key)
        if value is None:
            continue
        if name == "contents":
            _read_contents(value, place, into)
        elif name != INSTRUCTION:
            _read_field(key, value, place, "", into)


def _read_contents(contents: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if isinstance(contents, list):
        for i, content in enumerate(contents):
            read_message(content, Address(f"{at}/{i}"), into)
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
            if rest_key(inner) != INSTRUCTION or name != "config":
                _read_field(inner, setting, child(at, inner), f"{path}{key}/", into)
    elif name == "tools" and path in ("", "config/"):
        _read_tools(value, at, into)
    elif name == "functionCallingConfig" and isinstance(value, dict):
        _read_calling(key, value, at, path, into)
    elif name == "model" and path == "":
        into.setting(key, value, at, meaning="model")
    else:
        meaning = _MEANINGS.get(name) if path else None
        if meaning == "stop" and not isinstance(value, list):
            into.setting(path + key, value, at, meaning=meaning, neutral=[value])
        else:
            into.setting(path + key, value, at, meaning=meaning)


_CALLING_KEYS = frozenset({"mode", "allowedFunctionNames", "allowed_function_names"})


def _read_calling(
    key: str, config: JsonObject, at: Address, path: str, into: ConversationBuilder
) -> None:
    """Which tools the model may or must call; what stands beside mode and names are settings
    of their own."""
    mode, names = config.get("mode"), field(config, "allowedFunctionNames")
    neutral = _choice(mode, names)
    if neutral is None or extras_of(config, _CALLING_KEYS) is None:
        meaning = None if neutral is None else "tool_choice"
        into.setting(path + key, config, at, meaning=meaning, neutral=neutral)
        return
    for inner, value in config.items():
        if value is not None:
            meaning = "tool_choice" if inner == "mode" else None
            into.setting(
                f"{path}{key}/{inner}",
                value,
                child(at, inner),
                meaning=meaning,
                neutral=neutral if meaning else None,
            )


def _choice(mode: JsonValue, names: JsonValue) -> JsonValue:
    """`VALIDATED` is `AUTO` with calls that follow their schema, and may list the functions."""
    modes: dict[JsonValue, str] = {
        "AUTO": "auto",
        "NONE": "none",
        "ANY": "required",
        "VALIDATED": "auto",
    }
    known = modes.get(mode.upper()) if isinstance(mode, str) else None
    listed = (
        [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    )
    if known is None:
        return None
    neutral: JsonObject = (
        {"mode": known} if not listed or known == "none" else among(known, listed)
    )
    return {**neutral, "validated": True} if str(mode).upper() == "VALIDATED" else neutral


def _read_tools(tools: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(tools, list):
        _read_tool(tools, at, into)
        return
    for i, tool in enumerate(tools):
        _read_tool(tool, Address(f"{at}/{i}"), into)


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """An object of `tools`: declarations of functions, and a key for each built-in tool."""
    if not isinstance(tool, dict) or not tool:
        into.setting("tools[]", tool, at)
    elif isinstance(tool.get("name"), str):
        _read_declaration(tool, at, into)
    else:
        for key, value in tool.items():
            place = child(at, key)
            if value is None:
                continue
            if rest_key(key) == "functionDeclarations" and isinstance(value, list) and value:
                for i, declaration in enumerate(value):
                    _read_declaration(declaration, Address(f"{place}/{i}"), into)
            else:
                extras = extras_of(value, frozenset()) if isinstance(value, dict) else None
                into.tool(rest_key(key), place, value, kind=rest_key(key), extras=extras)


_SCHEMA_KEYS = ("parameters", "parametersJsonSchema", "parameters_json_schema")
_DECLARATION_KEYS = frozenset({"name", "description", *_SCHEMA_KEYS})


def _read_declaration(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(tool, dict):
        into.setting("tools[]", tool, at)
        return
    name, description = tool.get("name"), tool.get("description")
    schema = field(tool, "parametersJsonSchema")
    into.tool(
        name if isinstance(name, str) else "",
        at,
        tool,
        description=description if isinstance(description, str) else None,
        schema=json_schema(tool.get("parameters")) if schema is None else schema,
        extras=extras_of(tool, _DECLARATION_KEYS),
    )


def choices(body: JsonObject) -> int:
    _, candidates = candidates_in(body)
    return len(candidates) if isinstance(candidates, list) else 0


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    wrapper, candidates = candidates_in(body)
    _read_around(body, at, wrapper, into)
    if not isinstance(candidates, list) or choice >= len(candidates):
        return
    key = Address("".join((at, *(f"/{name}" for name in wrapper), f"/candidates/{choice}")))
    candidate = candidates[choice]
    if not isinstance(candidate, dict):
        into.message(
            "other", key, candidate, [opaque(candidate, key, "A candidate is an object.")]
        )
        return
    message = None
    if candidate.get("content") is not None:
        message = _read_content(candidate["content"], child(key, "content"), into)
        message.role = "assistant" if message.role in ("user", "system") else message.role
    for name, value in candidate.items():
        if name == "content" or value is None:
            continue
        if message is None or not _read_search(name, value, child(key, name), message):
            into.setting(name, value, child(key, name), of_response=True)


def _read_search(name: str, value: JsonValue, at: Address, message: Message) -> bool:
    """Whether a field of a candidate tells of a search, which is then a part of the answer."""
    kind = rest_key(name)
    call = read_search(kind, value, at, message.parts) if kind in (GROUNDING, URLS) else None
    if call is not None:
        message.parts.append(call)
    return call is not None


def _read_around(
    body: JsonObject, at: Address, wrapper: tuple[str, ...], into: ConversationBuilder
) -> None:
    """What stands beside the candidates, in the response and in the wrappers around it."""
    inner = wrapper[0] if wrapper else "candidates"
    for key, value in body.items():
        place, name = child(at, key), rest_key(key)
        if value is None or (key == inner and not wrapper):
            continue
        if key == inner and isinstance(value, dict):
            _read_around(value, place, wrapper[1:], into)
        elif (
            name == "automaticFunctionCallingHistory"
            and isinstance(value, list)
            and not into.messages
        ):
            _read_contents(value, place, into)
        else:
            names_model = name == "modelVersion" and not any(
                getattr(part, "meaning", None) == "model" for part in into.settings_and_tools
            )
            meaning = "model" if names_model else None
            into.setting(key, value, place, meaning=meaning, of_response=not names_model)


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    _read_content(value, at, into)


def _read_content(value: JsonValue, at: Address, into: ConversationBuilder) -> Message:
    """A content; or what the SDKs take in its place: a text, one part, or a list of these."""
    if isinstance(value, (str, list)):
        return into.message("user", at, value, _read_parts(value, at))
    if not isinstance(value, dict):
        return into.message("other", at, value, [opaque(value, at, "A content is an object.")])
    if is_part(value):
        parts = read_part(value, at)
        return into.message(_role(None, parts), at, value, parts)
    parts = _read_parts(value.get("parts"), Address(f"{at}/parts"))
    message = into.message(_role(value.get("role"), parts), at, value, parts)
    message.extras = extras_of(value, _CONTENT_KEYS)
    return message


def _read_parts(parts: JsonValue, at: Address) -> list[Part]:
    if isinstance(parts, list):
        return [
            read
            for i, part in enumerate(parts)
            for read in read_part(part, Address(f"{at}/{i}"))
        ]
    return [] if parts is None else read_part(parts, at)


def _role(role: JsonValue, parts: list[Part]) -> Role:
    """The role; without one the API takes a content as the user's, but a call is always the
    model's."""
    if isinstance(role, str):
        return _ROLES.get(role, "other")
    return "assistant" if any(is_of_model(part) for part in parts) else "user"
