"""From Converse JSON to the model: bodies, messages, settings, tools."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.formats.bedrock.blocks import read_content
from crosswire.model import JsonObject, JsonValue, Role
from crosswire.model.builder import ConversationBuilder, extras_of, opaque

_ROLES: dict[JsonValue, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
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


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    # It stands before the conversation, wherever its key does.
    if body.get("system") is not None:
        place = Address(f"{at}/system")
        message = into.message(
            "system", place, body["system"], read_content(body["system"], place)
        )
        message.field = "system"
    for name, value in body.items():
        place = child(at, name)
        if value is None or name == "system":
            continue
        if name == "messages":
            _read_messages(value, place, into)
        elif name == "toolConfig" and isinstance(value, dict) and value:
            _read_tool_config(value, place, into)
        elif name == "inferenceConfig" and isinstance(value, dict) and value:
            for inner, setting in value.items():
                _read_setting(f"{name}/{inner}", setting, child(place, inner), into)
        else:
            _read_setting(name, value, place, into)


def _read_setting(name: str, value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if value is not None:
        into.setting(name, value, at, meaning=_MEANINGS.get(name))


def _read_messages(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, list):
        into.message("other", at, value, [opaque(value, at, "Messages are a list.")])
        return
    for i, message in enumerate(value):
        read_message(message, Address(f"{at}/{i}"), into)


def _read_tool_config(config: JsonObject, at: Address, into: ConversationBuilder) -> None:
    for name, value in config.items():
        place = child(at, name)
        if name == "tools" and isinstance(value, list) and value:
            for i, tool in enumerate(value):
                _read_tool(tool, Address(f"{place}/{i}"), into)
        elif name == "toolChoice" and (neutral := _tool_choice(value)) is not None:
            into.setting(
                "toolConfig/toolChoice", value, place, meaning="tool_choice", neutral=neutral
            )
        else:
            _read_setting(f"toolConfig/{name}", value, place, into)


def _tool_choice(value: JsonValue) -> JsonValue:
    if not isinstance(value, dict):
        return None
    named = value.get("tool")
    if isinstance(named, dict) and isinstance(named.get("name"), str):
        return {"mode": "named", "name": named["name"]}
    mode = next((mode for key, mode in _MODES.items() if key in value), None)
    return None if mode is None else {"mode": mode}


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """A tool with a schema, or one that Bedrock runs; what else stands among them declares
    none."""
    if not isinstance(tool, dict):
        into.setting(AMONG_TOOLS, tool, at)
        return
    kind = next(
        (key for key in ("toolSpec", "systemTool") if isinstance(tool.get(key), dict)), None
    )
    inner = tool[kind] if kind is not None else None
    if kind is None or not isinstance(inner, dict):
        into.setting(AMONG_TOOLS, tool, at)
        return
    name, description, schema = (
        inner.get("name"),
        inner.get("description"),
        inner.get("inputSchema"),
    )
    beside = extras_of(tool, frozenset({kind})) or {}
    into.tool(
        name if isinstance(name, str) else "",
        at,
        tool,
        description=description if isinstance(description, str) else None,
        schema=schema.get("json") if isinstance(schema, dict) else None,
        kind="function" if kind == "toolSpec" else kind,
        extras={**(extras_of(inner, _SPEC_KEYS) or {}), **beside} or None,
    )


def choices(body: JsonObject) -> int:
    return 1 if "output" in body else 0


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    """One answer, under `output`; what it cost and why it ended stands beside it."""
    del choice  # there is but one
    for name, value in body.items():
        place = child(at, name)
        if value is None:
            continue
        if name != "output" or not isinstance(value, dict):
            into.setting(name, value, place, of_response=True)
            continue
        for inner, said in value.items():
            if inner == "message":
                read_message(said, Address(f"{place}/message"), into)
            elif said is not None:
                into.setting(f"output/{inner}", said, child(place, inner), of_response=True)


def read_message(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(value, dict):
        into.message("other", at, value, [opaque(value, at, "A message is an object.")])
        return
    spoken = value.get("role")
    role = _ROLES.get(spoken, "other") if isinstance(spoken, str) else "other"
    message = into.message(
        role, at, value, read_content(value.get("content"), Address(f"{at}/content"))
    )
    message.extras = extras_of(value, frozenset({"role", "content"}))
