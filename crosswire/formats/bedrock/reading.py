"""From Converse JSON to the model: bodies, messages, settings, tools."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.bedrock.reading_blocks import read_content
from crosswire.formats.shared.reading import (
    declare_tool,
    keep_message,
    read_each,
    read_fields,
    read_messages,
    read_system,
)
from crosswire.model import JsonObject, JsonValue, Role
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import joined, object_or_empty, text_field, text_or_none
from crosswire.rendering.tool_choice import named

_ROLES: dict[str | None, Role] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
}
_SPEC_KEYS = frozenset({"name", "description", "inputSchema"})
_MEANINGS = {
    "modelId": "model",
    "inferenceConfig/maxTokens": "max_output_tokens",
    "inferenceConfig/temperature": "temperature",
    "inferenceConfig/topP": "top_p",
    "inferenceConfig/stopSequences": "stop",
}
AMONG_TOOLS = "toolConfig/tools[]"
"""The name of what stands among the tools and is none: a mark of the cache."""

_MODES = {"auto": "auto", "any": "required"}
_TOOLS = {"toolSpec": "function", "systemTool": "systemTool"}
"""The key of an element of the tools -> the kind of tool that it declares."""


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    # It stands before the conversation, wherever its key does.
    read_system(body.get("system"), Address(f"{at}/system"), into, read_content)
    for name, value in body.items():
        place = child(at, name)
        if name == "messages" and value is not None:
            read_messages(value, place, into, read_message)
        elif name == "toolConfig" and isinstance(value, dict) and value:
            _read_tool_config(value, place, into)
        elif name == "inferenceConfig" and isinstance(value, dict) and value:
            for inner, setting in value.items():
                _read_setting(f"{name}/{inner}", setting, child(place, inner), into)
        elif name != "system":
            _read_setting(name, value, place, into)


def _read_setting(name: str, value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if value is not None:
        into.setting(name, value, at, meaning=_MEANINGS.get(name))


def _read_tool_config(config: JsonObject, at: Address, into: ConversationBuilder) -> None:
    for name, value in config.items():
        place = child(at, name)
        if name == "tools" and isinstance(value, list) and value:
            read_each(value, place, into, _read_tool)
        elif name == "toolChoice" and (neutral := _tool_choice(value)) is not None:
            path = f"toolConfig/{name}"
            into.setting(path, value, place, meaning="tool_choice", neutral=neutral)
        else:
            _read_setting(f"toolConfig/{name}", value, place, into)


def _tool_choice(value: JsonValue) -> JsonValue:
    choice = object_or_empty(value)
    name = text_field(choice.get("tool"), "name")
    if name is not None:
        return named(name)
    mode = next((mode for key, mode in _MODES.items() if key in choice), None)
    return None if mode is None else {"mode": mode}


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """A tool with a schema, or one that Bedrock runs; what else stands among them declares
    none."""
    fields = object_or_empty(tool)
    key = next((key for key in _TOOLS if isinstance(fields.get(key), dict)), None)
    if key is None:
        into.setting(AMONG_TOOLS, tool, at)
        return
    spec = object_or_empty(fields[key])
    schema = object_or_empty(spec.get("inputSchema")).get("json")
    declare_tool(
        into,
        at,
        tool,
        {**spec, "schema": schema},
        schema="schema",
        kind=_TOOLS[key],
        extras=joined(extras_of(spec, _SPEC_KEYS), extras_of(fields, frozenset({key}))),
    )


def choices(body: JsonObject) -> int:
    return int("output" in body)


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    """One answer, under `output`; what it cost and why it ended are settings."""
    del choice  # there is but one
    for name, value in body.items():
        place = child(at, name)
        if name == "output" and isinstance(value, dict):
            read_fields(value, place, into, but=("message",), path="output/")
            if "message" in value:
                read_message(value["message"], Address(f"{place}/message"), into)
        elif value is not None:
            into.setting(name, value, place, of_response=True)


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, dict):
        keep_message(value, at, into, "A message is an object.")
        return
    role = _ROLES.get(text_or_none(value.get("role")), "other")
    parts = read_content(value.get("content"), Address(f"{at}/content"))
    message = into.message(role, at, value, parts)
    message.extras = extras_of(value, frozenset({"role", "content"}))
