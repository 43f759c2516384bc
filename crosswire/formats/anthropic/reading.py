"""From Anthropic Messages JSON to the model."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.anthropic.blocks import read_content
from crosswire.formats.anthropic.names import NAME
from crosswire.model import JsonObject, JsonValue, Message, Role
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.rendering.tool_choice import named
from crosswire.tools.builtin import BuiltInTool, built_in_tool

_ROLES: dict[JsonValue, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_MESSAGE_KEYS = frozenset({"role", "content", "id"})
_TOOL_KEYS = frozenset({"type", "name", "description", "input_schema"})
_MEANINGS = {
    "model": "model",
    "max_tokens": "max_output_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "stop_sequences": "stop",
    "stream": "stream",
}
_MODES = {"auto": "auto", "any": "required", "none": "none"}


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    # It stands before the conversation, wherever its key does.
    if body.get("system") is not None:
        _read_system(body["system"], Address(f"{at}/system"), into)
    for name, value in body.items():
        place = child(at, name)
        if value is None or name == "system":
            continue
        if name == "messages":
            _read_messages(value, place, into)
        elif name == "tools":
            _read_tools(value, place, into)
        elif name == "tool_choice":
            _read_tool_choice(value, body.get("tools"), place, into)
        else:
            into.setting(name, value, place, meaning=_MEANINGS.get(name))


def _read_system(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    message = into.message("system", at, value, read_content(value, at))
    message.field = "system"


def _read_messages(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, list):
        into.message("other", at, value, [opaque(value, at, "Messages are a list.")])
        return
    for i, message in enumerate(value):
        read_message(message, Address(f"{at}/{i}"), into)


def _read_tools(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, list):
        into.tool("", at, value, kind="not a list of tools")
        return
    for i, tool in enumerate(value):
        _read_tool(tool, Address(f"{at}/{i}"), into)


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(tool, dict):
        into.tool("", at, tool, kind="not an object")
        return
    kind = tool.get("type")
    name, description = tool.get("name"), tool.get("description")
    # Here "custom" is the word for an ordinary tool with a schema.
    kind = kind if isinstance(kind, str) and kind != "custom" else "function"
    into.tool(
        name if isinstance(name, str) else "",
        at,
        tool,
        description=description if isinstance(description, str) else None,
        schema=tool.get("input_schema"),
        kind=kind,
        extras=extras_of(tool, _TOOL_KEYS),
    )


def _read_tool_choice(
    value: JsonValue, tools: JsonValue, at: Address, into: ConversationBuilder
) -> None:
    """The choice, and the switch for parallel calls that stands inside it."""
    neutral = _tool_choice(value, tools)
    meaning = "tool_choice" if neutral is not None else None
    into.setting("tool_choice", value, at, meaning=meaning, neutral=neutral)
    off = value.get("disable_parallel_tool_use") if isinstance(value, dict) else None
    if isinstance(off, bool):
        place = Address(f"{at}/disable_parallel_tool_use")
        name = "tool_choice/disable_parallel_tool_use"
        into.setting(name, off, place, meaning="parallel_tool_calls", neutral=not off)


def _tool_choice(value: JsonValue, tools: JsonValue) -> JsonValue:
    kind = value.get("type") if isinstance(value, dict) else None
    if isinstance(value, dict) and kind == "tool" and isinstance(value.get("name"), str):
        theirs = _built_in(str(value["name"]), tools)
        return (
            named(str(value["name"]))
            if theirs is None
            else {"mode": "named", "built_in": theirs.meaning}
        )
    return {"mode": _MODES[kind]} if isinstance(kind, str) and kind in _MODES else None


def _built_in(name: str, tools: JsonValue) -> BuiltInTool | None:
    """The provider's own tool of this name, where the request declares it."""
    for tool in tools if isinstance(tools, list) else []:
        kind = (
            tool.get("type") if isinstance(tool, dict) and tool.get("name") == name else None
        )
        if isinstance(kind, str):
            return built_in_tool(NAME, kind)
    return None


def choices(body: JsonObject) -> int:
    return 1 if "content" in body else 0


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    """The body is the message: what is not its role and content stands beside it."""
    del choice  # there is but one
    for name, value in body.items():
        if name not in ("role", "content", "type") and value is not None:
            meaning = "model" if name == "model" and not _has_model(into) else None
            into.setting(
                name, value, child(at, name), meaning=meaning, of_response=meaning is None
            )
    # A tool of the provider may have been called in the turn before (`pause_turn`), or by its
    # own code.
    into.calls_may_be_elsewhere |= not into.messages
    message = _message(body, at, into)
    if message.role == "other":
        message.role = "assistant"


def _has_model(into: ConversationBuilder) -> bool:
    return any(getattr(part, "meaning", None) == "model" for part in into.settings_and_tools)


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, dict):
        into.message("other", at, value, [opaque(value, at, "A message is an object.")])
        return
    message = _message(value, at, into)
    message.extras = extras_of(value, _MESSAGE_KEYS)
    if message.extras and message.extras.get("type") == "message":
        message.extras = {k: v for k, v in message.extras.items() if k != "type"} or None


def _message(value: JsonObject, at: Address, into: ConversationBuilder) -> Message:
    role = value.get("role")
    parts = read_content(value.get("content"), Address(f"{at}/content"))
    known = _ROLES.get(role, "other") if isinstance(role, str) else "other"
    message = into.message(known, at, value, parts)
    item_id = value.get("id")
    if isinstance(item_id, str) and item_id:
        message.item_id = message.group = item_id
    return message
