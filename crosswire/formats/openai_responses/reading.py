"""From bodies of Responses to the model: settings, tools, instructions, and the items."""

from __future__ import annotations

from typing import Literal

from crosswire.address import Address, child
from crosswire.formats.openai_responses.names import NAME
from crosswire.formats.openai_responses.reading_items import read_message
from crosswire.formats.openai_responses.variant import RESPONSES, Variant
from crosswire.model import JsonObject, JsonValue, SettingPart, TextPart, ToolPart
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.rendering.tool_choice import among, named
from crosswire.tools.builtin import built_in_tool

_MEANINGS = {
    "model": "model",
    "max_output_tokens": "max_output_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "stream": "stream",
    "parallel_tool_calls": "parallel_tool_calls",
    "tool_choice": "tool_choice",
}
ECHOED = frozenset(
    {
        *_MEANINGS,
        "background",
        "conversation",
        "instructions",
        "max_tool_calls",
        "metadata",
        "previous_response_id",
        "prompt",
        "prompt_cache_key",
        "prompt_cache_retention",
        "reasoning",
        "safety_identifier",
        "service_tier",
        "store",
        "text",
        "tools",
        "top_logprobs",
        "truncation",
        "user",
    }
)
"""Fields of a request that a response says again."""
_ELSEWHERE = frozenset({"previous_response_id", "conversation"})
"""Fields that continue a conversation which the provider stores."""


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
    """Read a request; some logs have its answer beside it, in the same object."""
    answer = body.get("output")
    answered = isinstance(answer, list)
    for name, value in _in_order(body):
        place = child(at, name)
        if name == "input" and isinstance(value, str):
            _read_text_field("user", name, value, place, into)
        elif name == "input" and isinstance(value, list):
            _read_items(value, place, into, variant)
        elif answered and name in _ONLY_ANSWERED:
            into.setting(name, value, place, of_response=True)
        elif not answered or name != "output":
            _read_beside(name, value, place, into, variant)
    if isinstance(answer, list):
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
        if name == container and isinstance(value, list):
            _read_items(value, place, into, variant)
        elif (name in ECHOED or name in variant.settings) and name not in asked:
            _read_beside(name, value, place, into, variant)
        else:
            into.setting(name, value, place, of_response=True)


def _in_order(body: JsonObject) -> list[tuple[str, JsonValue]]:
    """The fields that say something, instructions before the items that they are for."""
    given = [(name, value) for name, value in body.items() if value is not None]
    return sorted(given, key=lambda field: field[0] != "instructions")


def _fields_read(into: ConversationBuilder) -> set[str | None]:
    fields = {message.field for message in into.messages}
    fields |= {part.name for part in into.settings_and_tools if isinstance(part, SettingPart)}
    return fields | (
        {"tools"}
        if any(isinstance(part, ToolPart) for part in into.settings_and_tools)
        else set()
    )


def _read_items(
    items: list[JsonValue], at: Address, into: ConversationBuilder, variant: Variant
) -> None:
    for i, item in enumerate(items):
        read_message(item, Address(f"{at}/{i}"), into, variant)


def _read_beside(
    name: str, value: JsonValue, at: Address, into: ConversationBuilder, variant: Variant
) -> None:
    """Read a field that stands beside the items."""
    into.calls_may_be_elsewhere |= name in _ELSEWHERE
    if name == "instructions" and isinstance(value, str):
        _read_text_field("system", name, value, at, into)
    elif name == "instructions" and isinstance(value, list):
        _read_items(value, at, into, variant)
    elif name == "tools" and isinstance(value, list):
        for i, tool in enumerate(value):
            _read_tool(tool, Address(f"{at}/{i}"), into)
    else:
        _read_setting(name, value, at, into)


def _read_text_field(
    role: Literal["system", "user"],
    field: str,
    text: str,
    at: Address,
    into: ConversationBuilder,
) -> None:
    """Read a message that is the plain text of a field of its own."""
    message = into.message(
        role, at, text, [TextPart(address=at, raw=text, text=text)] if text else []
    )
    message.field = field


def _read_setting(name: str, value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    meaning = _MEANINGS.get(name)
    neutral = value
    if meaning == "tool_choice":
        neutral = _tool_choice(value)
        meaning = meaning if neutral is not None else None
    into.setting(name, value, at, meaning=meaning, neutral=neutral)


def _tool_choice(value: JsonValue) -> JsonValue:
    if value in ("auto", "none", "required"):
        return {"mode": value}
    if not isinstance(value, dict):
        return None
    kind, name, mode = value.get("type"), value.get("name"), value.get("mode")
    if kind in ("function", "custom"):
        return named(name) if isinstance(name, str) else None
    if kind == "allowed_tools":
        tools = value.get("tools")
        names = [_chosen(tool) for tool in tools] if isinstance(tools, list) else []
        found = [name for name in names if name is not None]
        return (
            among(mode, found)
            if mode in ("auto", "required") and found and None not in names
            else None
        )
    theirs = built_in_tool(NAME, kind) if isinstance(kind, str) else None
    return None if theirs is None else {"mode": "named", "built_in": theirs.meaning}


def _chosen(tool: JsonValue) -> str | None:
    name = (
        tool.get("name")
        if isinstance(tool, dict) and tool.get("type") in ("function", "custom")
        else None
    )
    return name if isinstance(name, str) else None


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(tool, dict):
        into.tool(tool if isinstance(tool, str) else "", at, tool, kind=type(tool).__name__)
        return
    kind, description = tool.get("type"), tool.get("description")
    kind = kind if isinstance(kind, str) else "function"
    name = tool.get("name")
    into.tool(
        name if isinstance(name, str) else kind,
        at,
        tool,
        description=description if isinstance(description, str) else None,
        schema=tool.get("parameters"),
        kind=kind,
        extras=extras_of(tool, frozenset({"type", "name", "description", "parameters"})),
    )
