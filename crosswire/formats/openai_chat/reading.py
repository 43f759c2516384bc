"""From bodies of Chat Completions to the model: settings, tools, and the answers."""

from __future__ import annotations

from functools import partial

from crosswire.address import Address, child
from crosswire.formats.openai_chat.names import WEB_SEARCH
from crosswire.formats.openai_chat.reading_messages import read_message
from crosswire.formats.openai_chat.variant import CHAT, Variant
from crosswire.formats.shared.reading import (
    ReadMessage,
    declare_tool,
    keep_message,
    read_each,
    read_fields,
    read_odd_tool,
    read_response_fields,
)
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import (
    joined,
    list_or_empty,
    object_or_empty,
    text_field,
    type_of,
)
from crosswire.rendering.tool_choice import among, named

_TOOL_KEYS = frozenset({"type", "name", "description", "parameters"})


def read_request(
    body: JsonObject, at: Address, into: ConversationBuilder, variant: Variant = CHAT
) -> None:
    """Read a request body of this variant."""
    lists: dict[str, ReadMessage] = {
        "messages": partial(read_message, variant=variant),
        "tools": _read_tool,
        "functions": _read_tool,
    }
    for name, value in body.items():
        place = child(at, name)
        if isinstance(value, list) and value and name in lists:
            read_each(value, place, into, lists[name])
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
    """The choice of tools in its neutral form; None where it has none."""
    if isinstance(value, str):
        return {"mode": variant.words[value]} if value in variant.words else None
    allowed = object_or_empty(object_or_empty(value).get("allowed_tools"))
    mode, tools = allowed.get("mode"), allowed.get("tools")
    if isinstance(tools, list) and mode in ("auto", "required"):
        names = [name for name in map(_chosen, tools) if name is not None]
        return among(str(mode), names) if len(names) == len(tools) else None
    name = _chosen(value)
    if name is None:
        name = text_field(value, "name")  # `function_call` has it without a level between
    return None if name is None else named(name)


def _chosen(choice: JsonValue) -> str | None:
    """The tool that must or may be called."""
    fields = object_or_empty(choice)
    name = text_field(fields.get("function"), "name")
    return text_field(fields.get("custom"), "name") if name is None else name


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(tool, dict):
        read_odd_tool(tool, at, into)
        return
    kind = type_of(tool)
    kind = "function" if kind is None else kind
    declared, around = tool, None
    if isinstance(inner := tool.get(kind), dict):
        declared, around = inner, extras_of(tool, frozenset({"type", kind}))
    declare_tool(
        into,
        at,
        tool,
        declared,
        schema="parameters",
        kind=kind,
        unnamed=kind,
        extras=joined(around, extras_of(declared, _TOOL_KEYS)),
    )


def choices(body: JsonObject) -> int:
    """How many alternative answers a response holds."""
    return len(list_or_empty(body.get("choices")))


def read_response(
    body: JsonObject,
    at: Address,
    choice: int,
    into: ConversationBuilder,
    variant: Variant = CHAT,
) -> None:
    """Read one answer of a response body, and the fields beside it."""
    read_response_fields(body, at, into, but=("choices",))
    if choice >= choices(body):
        return
    answer, place = list_or_empty(body["choices"])[choice], Address(f"{at}/choices/{choice}")
    if not isinstance(answer, dict):
        keep_message(answer, place, into, "A choice is an object.")
        return
    if "message" in answer:
        read_message(answer["message"], Address(f"{place}/message"), into, variant)
        said = answer["message"]
        if isinstance(said, dict) and said.get("role") is None:
            into.messages[-1].role = "assistant"  # some servers leave out who answers
    read_fields(answer, place, into, but=("message",))
