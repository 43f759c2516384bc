"""From the model to the arguments of Converse: the envelope. The messages are `turns`."""

from __future__ import annotations

from collections.abc import Callable

from crosswire.address import Address, child, root
from crosswire.formats.bedrock.names import NAME
from crosswire.formats.bedrock.reading import AMONG_TOOLS
from crosswire.formats.bedrock.turns import MessagesWriter
from crosswire.model import JsonObject, JsonValue, SettingPart, ToolPart
from crosswire.model.json_patch import patched
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import (
    Declaration,
    ToolForms,
    choice_writer,
    foreign_tools,
    has_tools,
    own_tool,
)
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.settings import SettingWriter, foreign_settings, own_value
from crosswire.rendering.tool_choice import ChoiceForms
from crosswire.tools.schemas import OF_ANTHROPIC

ID_RULE = IdRule(longest=64, pattern=r"[a-zA-Z0-9_.:-]+", native="tooluse_{22}")

_TOOLS = ToolForms(
    "Converse",
    name_at=("toolSpec", "name"),
    schema_at=("toolSpec", "inputSchema", "json"),
    schemas=OF_ANTHROPIC,
    says_strict=True,
)
# There is no word for "call nothing".
_CHOICES = ChoiceForms(
    {"auto": {"auto": {}}, "required": {"any": {}}}, lambda name: {"tool": {"name": name}}
)
_HOLD_SETTINGS = ("inferenceConfig", "toolConfig")


def render(out: RenderingBuilder) -> JsonObject:
    payload: JsonObject = {}
    if out.conversation.wire_format == NAME:
        _own_settings(out, payload)
    else:
        foreign_settings(out, payload, _setting_writers(out), in_url=frozenset({"stream"}))
    writer = MessagesWriter(out)
    writer.write()
    if writer.system is not None:
        payload["system"] = writer.system
    payload["messages"] = writer.messages
    tools = _tools(out, payload)
    if tools:
        before = payload.pop("toolConfig", {})
        payload["toolConfig"] = {
            "tools": tools,
            **(before if isinstance(before, dict) else {}),
        }
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
        target = child(root(), *tokens)
        changed = patched(payload, [(tokens, own_value(out, setting, target))])
        payload.update(changed if isinstance(changed, dict) else {})
        out.link(setting, target)


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
    choice = choice_writer(out, _CHOICES, "toolConfig", "toolChoice")
    return writers | {"tool_choice": choice} if has_tools(out) else writers


def _where(fits: Callable[[JsonValue], bool], *tokens: str) -> SettingWriter:
    """A writer for a field that takes the neutral value as it is, where it is in the field's
    range."""
    return lambda value: (tokens, value) if fits(value) else None


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_share(value: JsonValue) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def _are_texts(value: JsonValue) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) and text for text in value)


# Tools


def _tools(out: RenderingBuilder, payload: JsonObject) -> list[JsonValue]:
    at = Address("0:/toolConfig/tools")
    if out.conversation.wire_format != NAME:
        return foreign_tools(out, _TOOLS, _spelled, at, payload)
    written: list[JsonValue] = []
    for part in out.conversation.settings_and_tools:
        place = Address(f"{at}/{len(written)}")
        if isinstance(part, ToolPart):
            written.append(own_tool(out, part, place, part.raw))
        elif getattr(part, "name", None) == AMONG_TOOLS:
            out.link(part, place)
            written.append(part.raw)
    return written


def _spelled(tool: Declaration) -> JsonObject:
    spec: JsonObject = {"name": tool.name}
    if tool.description:
        spec["description"] = tool.description
    spec["inputSchema"] = {"json": tool.schema}
    if tool.strict is not None:
        spec["strict"] = tool.strict
    return {"toolSpec": spec}
