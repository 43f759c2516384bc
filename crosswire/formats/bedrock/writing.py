"""From the model to the arguments of Converse. The messages are `writing_messages`."""

from __future__ import annotations

from crosswire.address import Address, child, root
from crosswire.formats.bedrock.names import NAME
from crosswire.formats.bedrock.reading import AMONG_TOOLS
from crosswire.formats.bedrock.writing_messages import MessagesWriter
from crosswire.formats.shared.writing import put, where
from crosswire.model import JsonObject, JsonValue, SettingPart, ToolPart
from crosswire.model.json_values import are_texts, is_number, list_or_empty, object_or_empty
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import foreign_tools, has_tools, own_tool
from crosswire.rendering.settings import SettingWriter, foreign_settings, own_value
from crosswire.rendering.tool_choice import ChoiceForms, choice_writer
from crosswire.rendering.tool_forms import Declaration, ToolForms
from crosswire.tools.schemas import OF_ANTHROPIC

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
    """Write the conversation as a request body."""
    payload: JsonObject = {}
    if out.conversation.wire_format == NAME:
        _own_settings(out, payload)
    else:
        foreign_settings(out, payload, _setting_writers(out), in_url=frozenset({"stream"}))
    writer = MessagesWriter(out)
    writer.write_all()
    if writer.system is not None:
        payload["system"] = writer.system
    payload["messages"] = writer.messages
    tools = _tools(out, payload)
    if tools:
        config = object_or_empty(payload.pop("toolConfig", None))
        payload["toolConfig"] = {"tools": tools, **config}
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
        put(payload, tokens, own_value(out, setting, target))
        out.link(setting, target)


def _tokens(setting: SettingPart) -> tuple[str, ...]:
    """The place of a setting, from the path that it was read under."""
    first, slash, rest = setting.name.partition("/")
    return (first, rest) if slash and first in _HOLD_SETTINGS else (setting.name,)


# Settings of others


def _setting_writers(out: RenderingBuilder) -> dict[str, SettingWriter]:
    # A choice stands beside the tools, and those may not be an empty list.
    if not has_tools(out):
        return _WRITERS
    choice = choice_writer(out, _CHOICES, "toolConfig", "toolChoice")
    return {**_WRITERS, "tool_choice": choice}


def _is_count(value: JsonValue) -> bool:
    return is_number(value) and isinstance(value, int) and value > 0


def _is_share(value: JsonValue) -> bool:
    return is_number(value) and 0 <= value <= 1


_WRITERS: dict[str, SettingWriter] = {
    "model": where(lambda value: isinstance(value, str) and value != "", "modelId"),
    "max_output_tokens": where(_is_count, "inferenceConfig", "maxTokens"),
    "temperature": where(_is_share, "inferenceConfig", "temperature"),
    "top_p": where(_is_share, "inferenceConfig", "topP"),
    "stop": where(
        lambda value: are_texts(value) and all(list_or_empty(value)),
        "inferenceConfig",
        "stopSequences",
    ),
}

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
    described: JsonObject = {"description": tool.description} if tool.description else {}
    strict: JsonObject = {} if tool.strict is None else {"strict": tool.strict}
    schema: JsonObject = {"inputSchema": {"json": tool.schema}}
    return {"toolSpec": {"name": tool.name, **described, **schema, **strict}}
