"""From Chat Completions JSON to the model."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.openai_chat.names import WEB_SEARCH
from crosswire.formats.openai_chat.reading_content import both_extras, read_content
from crosswire.formats.openai_chat.variant import CHAT, Variant
from crosswire.model import (
    JsonObject,
    JsonValue,
    Part,
    ReasoningPart,
    RefusalPart,
    Role,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.model.call_id import no_call_id, read_call_id
from crosswire.rendering.tool_choice import among, named
from crosswire.tools import arguments

_ROLES: dict[JsonValue, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
_SPOKEN_KEYS = frozenset(
    {
        "role",
        "content",
        "tool_calls",
        "function_call",
        "refusal",
        "reasoning_content",
        "reasoning",
    }
)
_USUAL_KEYS = frozenset({"role", "content"})
_FORMS = {"tool_calls": list, "refusal": str, "reasoning_content": str, "reasoning": str}
_RESULT_KEYS = frozenset({"role", "content", "tool_call_id", "name"})
_FUNCTION_KEYS = frozenset({"name", "arguments"})
_CUSTOM_KEYS = frozenset({"name", "input"})
_CALL_KEYS = frozenset({"id", "type", "function", "index"})
_CUSTOM_CALL_KEYS = frozenset({"id", "type", "custom", "index"})


def read_request(
    body: JsonObject, at: Address, into: ConversationBuilder, variant: Variant = CHAT
) -> None:
    for name, value in body.items():
        place = child(at, name)
        if name == "messages" and isinstance(value, list):
            for i, message in enumerate(value):
                read_message(message, Address(f"{place}/{i}"), into, variant)
        elif name in ("tools", "functions") and isinstance(value, list):
            for i, tool in enumerate(value):
                _read_tool(tool, Address(f"{place}/{i}"), into)
        elif name == WEB_SEARCH and isinstance(value, dict):
            extras = extras_of(value, frozenset())
            into.tool("web_search", place, value, kind=WEB_SEARCH, extras=extras)
        elif value is not None:
            _read_setting(name, value, place, into, variant)


def _read_setting(
    name: str, value: JsonValue, at: Address, into: ConversationBuilder, variant: Variant
) -> None:
    meaning = variant.meanings.get(name)
    neutral = value
    if meaning == "stop" and not isinstance(value, list):
        neutral = [value]
    elif meaning == "tool_choice":
        neutral = _tool_choice(value, variant)
        meaning = meaning if neutral is not None else None
    into.setting(name, value, at, meaning=meaning, neutral=neutral)


def _tool_choice(value: JsonValue, variant: Variant) -> JsonValue:
    if isinstance(value, str) and value in variant.words:
        return {"mode": variant.words[value]}
    if not isinstance(value, dict):
        return None
    allowed = value.get("allowed_tools")
    tools = allowed.get("tools") if isinstance(allowed, dict) else None
    if (
        isinstance(allowed, dict)
        and isinstance(tools, list)
        and allowed.get("mode") in ("auto", "required")
    ):
        names = [name for tool in tools if (name := _chosen(tool)) is not None]
        return among(str(allowed["mode"]), names) if len(names) == len(tools) else None
    name = _chosen(value)
    older = value.get("name")  # `function_call` has it without a level between
    return (
        named(name) if name is not None else named(older) if isinstance(older, str) else None
    )


def _chosen(choice: JsonValue) -> str | None:
    for kind in ("function", "custom"):
        inner = choice.get(kind) if isinstance(choice, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get("name"), str):
            return str(inner["name"])
    return None


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(tool, dict):
        into.tool(tool if isinstance(tool, str) else "", at, tool, kind=type(tool).__name__)
        return
    kind = tool.get("type") if isinstance(tool.get("type"), str) else "function"
    inner = tool.get(str(kind))
    declared: JsonObject = inner if isinstance(inner, dict) else tool
    extras = (
        {**(extras_of(tool, frozenset({"type", str(kind)})) or {})}
        if declared is not tool
        else {}
    )
    extras |= (
        extras_of(declared, frozenset({"type", "name", "description", "parameters"})) or {}
    )
    description, name = declared.get("description"), declared.get("name")
    into.tool(
        name if isinstance(name, str) else str(kind),
        at,
        tool,
        description=description if isinstance(description, str) else None,
        schema=declared.get("parameters"),
        kind=str(kind),
        extras=extras or None,
    )


def choices(body: JsonObject) -> int:
    found = body.get("choices")
    return len(found) if isinstance(found, list) else 0


def read_response(
    body: JsonObject,
    at: Address,
    choice: int,
    into: ConversationBuilder,
    variant: Variant = CHAT,
) -> None:
    for name, value in body.items():
        if name != "choices" and value is not None:
            meaning = "model" if name == "model" and not _has_model(into) else None
            into.setting(
                name, value, child(at, name), meaning=meaning, of_response=meaning is None
            )
    found = body.get("choices")
    if not isinstance(found, list) or choice >= len(found):
        return
    answer, place = found[choice], Address(f"{at}/choices/{choice}")
    if not isinstance(answer, dict):
        into.message("other", place, answer, [opaque(answer, place, "A choice is an object.")])
        return
    for name, value in answer.items():
        if name == "message":
            read_message(value, Address(f"{place}/message"), into, variant)
        elif value is not None:
            into.setting(name, value, child(place, name), of_response=True)


def _has_model(into: ConversationBuilder) -> bool:
    return any(getattr(part, "meaning", None) == "model" for part in into.settings_and_tools)


def read_message(
    value: JsonValue, at: Address, into: ConversationBuilder, variant: Variant = CHAT
) -> None:
    if not isinstance(value, dict):
        into.message("other", at, value, [opaque(value, at, "A message is an object.")])
        return
    spoken = value.get("role")
    role = _ROLES.get(spoken, "other") if isinstance(spoken, str) else "other"
    parts = (
        _read_result(value, at, variant)
        if role == "tool"
        else _read_spoken(value, at, variant)
    )
    message = into.message(role, at, value, parts)
    message.extras = (
        extras_of(value, _RESULT_KEYS) if role == "tool" else _spoken_extras(value)
    )
    variant.read_beside(message, value)


def _spoken_extras(message: JsonObject) -> JsonObject | None:
    """Fields without a word in the model, and known ones that are not of the form they are
    read in."""
    if message.keys() <= _USUAL_KEYS:
        return None
    found = extras_of(message, _SPOKEN_KEYS) or {}
    for name, form in _FORMS.items():
        value = message.get(name)
        if value is not None and not isinstance(value, form):
            found[name] = value
    if found.get("annotations") == []:
        del found["annotations"]  # every answer carries it, and empty it says nothing
    return found or None


def _read_spoken(message: JsonObject, at: Address, variant: Variant) -> list[Part]:
    parts = _read_reasoning(message, at)
    parts += read_content(message.get("content"), Address(f"{at}/content"), variant)
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        parts.append(RefusalPart(address=Address(f"{at}/refusal"), raw=refusal, text=refusal))
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        parts += [
            _read_call(call, Address(f"{at}/tool_calls/{i}")) for i, call in enumerate(calls)
        ]
    if message.get("function_call") is not None:
        parts.append(
            _read_legacy_call(message["function_call"], Address(f"{at}/function_call"))
        )
    return parts


def _read_reasoning(message: JsonObject, at: Address) -> list[Part]:
    """What a model thought, in the fields that vendors added; some servers fill both alike."""
    parts: list[Part] = []
    seen = {""}
    for name in ("reasoning_content", "reasoning"):
        text = message.get(name)
        if isinstance(text, str) and text not in seen:
            seen.add(text)
            parts.append(ReasoningPart(address=Address(f"{at}/{name}"), raw=text, text=text))
    return parts


def _read_result(message: JsonObject, at: Address, variant: Variant) -> list[Part]:
    legacy = message.get("role") == "function"
    name = message.get("name")
    call_id = read_call_id(
        message.get("tool_call_id"),
        address=Address(f"{at}/tool_call_id"),
        present="tool_call_id" in message,
        required=not legacy,
    )
    return [
        ToolResultPart(
            address=at,
            raw=message,
            call_id=no_call_id() if legacy and "tool_call_id" not in message else call_id,
            wire_type="function" if legacy else "tool",
            content=read_content(message.get("content"), Address(f"{at}/content"), variant),
            name=name if isinstance(name, str) else None,
        )
    ]


def _read_call(call: JsonValue, at: Address) -> Part:
    if not isinstance(call, dict):
        return opaque(call, at, "A tool call is an object.")
    custom = call.get("custom")
    function = call.get("function")
    call_id = read_call_id(call.get("id"), address=Address(f"{at}/id"), present="id" in call)
    if isinstance(custom, dict):
        return ToolCallPart(
            address=at,
            raw=call,
            call_id=call_id,
            name=_name(custom),
            arguments=arguments.free_text(custom.get("input"), Address(f"{at}/custom/input")),
            wire_type="custom",
            extras=both_extras(call, _CUSTOM_CALL_KEYS, custom, _CUSTOM_KEYS),
        )
    if not isinstance(function, dict):
        function = {}
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=call_id,
        name=_name(function),
        arguments=arguments.from_text(
            function.get("arguments"), Address(f"{at}/function/arguments")
        ),
        wire_type="function",
        extras=both_extras(call, _CALL_KEYS, function, _FUNCTION_KEYS),
    )


def _read_legacy_call(call: JsonValue, at: Address) -> Part:
    if not isinstance(call, dict):
        return opaque(call, at, "A function call is an object.")
    return ToolCallPart(
        address=at,
        raw=call,
        call_id=no_call_id(),
        name=_name(call),
        arguments=arguments.from_text(call.get("arguments"), Address(f"{at}/arguments")),
        wire_type="function_call",
        extras=extras_of(call, _FUNCTION_KEYS),
    )


def _name(call: JsonObject) -> str:
    name = call.get("name")
    return name if isinstance(name, str) else ""
