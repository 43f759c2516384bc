"""From the model to the arguments of Converse: the envelope. The messages are `turns`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from crosswire.address import Address, child, root
from crosswire.formats.bedrock.names import NAME
from crosswire.formats.bedrock.reading import AMONG_TOOLS
from crosswire.formats.bedrock.turns import MessagesWriter
from crosswire.id_plan import IdRule
from crosswire.loss import LossKind
from crosswire.model import JsonObject, JsonValue, SettingPart, ToolPart
from crosswire.patching import patched
from crosswire.rendering import RenderingBuilder
from crosswire.writing import SettingWriter, foreign_settings

ID_RULE = IdRule(longest=64, pattern=r"[a-zA-Z0-9_.:-]+", native="tooluse_{22}")

_WRITABLE_TOOLS = ("function", "custom")
_HOLD_SETTINGS = ("inferenceConfig", "toolConfig")


def render(out: RenderingBuilder) -> JsonObject:
    payload: JsonObject = {}
    if out.conversation.dialect == NAME:
        _own_settings(out, payload)
    else:
        foreign_settings(out, payload, _setting_writers(out), in_url=frozenset({"stream"}))
    writer = MessagesWriter(out)
    writer.write()
    if writer.system is not None:
        payload["system"] = writer.system
    payload["messages"] = writer.messages
    tools = _tools(out)
    if tools:
        before = payload.pop("toolConfig", {})
        payload["toolConfig"] = {"tools": tools, **(before if isinstance(before, dict) else {})}
    return payload


def _own_settings(out: RenderingBuilder, payload: JsonObject) -> None:
    for setting in out.conversation.settings():
        if setting.name == AMONG_TOOLS:
            continue  # written with the tools
        if setting.of_response:
            why = "A request of Converse has no field for it."
            out.dropped(setting, "of-response", setting.name, why)
            continue
        tokens = _tokens(setting)
        if len(tokens) == 2 and not isinstance(payload.setdefault(tokens[0], {}), dict):
            payload[tokens[0]] = {}
        changed = patched(payload, [(tokens, setting.value)])
        payload.update(changed if isinstance(changed, dict) else {})
        out.link(setting, child(root(), *tokens))


def _tokens(setting: SettingPart) -> tuple[str, ...]:
    """The place of a setting, from the path that it was read under."""
    first, slash, rest = setting.name.partition("/")
    return (first, rest) if slash and first in _HOLD_SETTINGS else (setting.name,)


# Settings of others


def _setting_writers(out: RenderingBuilder) -> dict[str, SettingWriter]:
    writers: dict[str, SettingWriter] = {
        "model": _where(lambda value: isinstance(value, str) and value != "", "modelId"),
        "max_output_tokens": _where(_is_count, "inferenceConfig", "maxTokens"),
        "temperature": _where(_is_share, "inferenceConfig", "temperature"),
        "top_p": _where(_is_share, "inferenceConfig", "topP"),
        "stop": _where(_are_texts, "inferenceConfig", "stopSequences"),
    }
    # A choice stands beside the tools, and those may not be an empty list.
    with_tools = any(tool.kind in _WRITABLE_TOOLS for tool in out.conversation.tools())
    return writers | {"tool_choice": _tool_choice} if with_tools else writers


def _where(fits: Callable[[JsonValue], bool], *tokens: str) -> SettingWriter:
    """A writer for a field that takes the neutral value as it is, where it is in the field's range."""
    return lambda value: (tokens, value) if fits(value) else None


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_share(value: JsonValue) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def _are_texts(value: JsonValue) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) and text for text in value)


def _tool_choice(value: JsonValue) -> tuple[tuple[str, ...], JsonValue] | None:
    """Converse has no word for "call nothing"."""
    mode = value.get("mode") if isinstance(value, dict) else None
    if isinstance(value, dict) and mode == "named" and isinstance(value.get("name"), str):
        return ("toolConfig", "toolChoice"), {"tool": {"name": value["name"]}}
    words = {"auto": "auto", "required": "any"}
    word = words.get(mode) if isinstance(mode, str) else None
    return None if word is None else (("toolConfig", "toolChoice"), {word: {}})


# Tools


def _tools(out: RenderingBuilder) -> list[JsonValue]:
    written: list[JsonValue] = []
    if out.conversation.dialect == NAME:
        for part in out.conversation.envelope:
            if isinstance(part, ToolPart) or getattr(part, "name", None) == AMONG_TOOLS:
                out.link(part, Address(f"0:/toolConfig/tools/{len(written)}"))
                written.append(part.raw)
        return written
    for tool in out.conversation.tools():
        target = Address(f"0:/toolConfig/tools/{len(written)}")
        if tool.kind in _WRITABLE_TOOLS:
            written.append(_tool(out, tool, target))
        else:
            why = "It is built into another provider; Bedrock has none of this type."
            out.dropped(tool, "built-in-tool", tool.kind, why)
    return written


def _tool(out: RenderingBuilder, tool: ToolPart, target: Address) -> JsonObject:
    extras = dict(tool.extras or {})
    strict = extras.pop("strict", None)
    out.link(replace(tool, extras=extras), target, "changed")
    spec: JsonObject = {"name": tool.name}
    if tool.description:
        spec["description"] = tool.description
    schema = tool.schema
    if tool.kind == "custom":
        why = "Every tool takes an object here; the free text becomes its field `input`."
        out.lost(LossKind.CHANGED, tool, "custom-tool", "free-text input", why, target=target)
        text: JsonObject = {"input": {"type": "string"}}
        schema = {"type": "object", "properties": text, "required": ["input"]}
    elif not isinstance(schema, dict):
        schema = {"type": "object", "properties": {}}
        out.added(Address(f"{target}/toolSpec/inputSchema"), "inputSchema", "A tool must declare one.")
    spec["inputSchema"] = {"json": schema}
    return {"toolSpec": {**spec, "strict": strict} if isinstance(strict, bool) else spec}
