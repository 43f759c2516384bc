"""From the model to a request body of Interactions. The steps are `writing_steps`."""

from __future__ import annotations

from crosswire.address import Address, child, root
from crosswire.formats.gemini_interactions.names import CONFIG, INSTRUCTION, NAME, TITLE
from crosswire.formats.gemini_interactions.writing_steps import StepsWriter
from crosswire.formats.shared.writing import own_tools, put
from crosswire.model import JsonObject, JsonValue
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import foreign_tools, has_tools
from crosswire.rendering.settings import (
    SettingWriter,
    field,
    foreign_settings,
    own_setting,
    own_value,
)
from crosswire.rendering.tool_choice import ChoiceForms, choice_writer
from crosswire.rendering.tool_forms import Declaration, ToolForms


# Ids seen on the wire are eight characters, which is too few to be made from a hash for a long
# log.
def render(out: RenderingBuilder) -> JsonObject:
    """Write the conversation as a request body."""
    payload: JsonObject = {}
    is_own = out.conversation.wire_format == NAME
    if is_own:
        _own_settings(out, payload)
    else:
        foreign_settings(out, payload, _setting_writers(out))
    steps = StepsWriter(out)
    steps.write()
    if steps.instruction is not None:
        payload[INSTRUCTION] = steps.instruction
    payload["input"] = steps.input
    if is_own:
        tools = own_tools(out)
    else:
        tools = foreign_tools(out, _TOOLS, _spelled, Address("0:/tools"), payload)
    return payload | ({"tools": tools} if tools else {})


def _own_settings(out: RenderingBuilder, payload: JsonObject) -> None:
    for setting in out.conversation.settings():
        name = setting.name.removeprefix(f"{CONFIG}/")
        if setting.of_response or name == setting.name:
            own_setting(out, payload, setting)
        else:
            target = child(root(), CONFIG, name)
            put(payload, (CONFIG, name), own_value(out, setting, target))
            out.link(setting, target)


def _configured(name: str) -> SettingWriter:
    return lambda value: ((CONFIG, name), value)


_WRITERS: dict[str, SettingWriter] = {
    "model": field("model"),
    "stream": field("stream"),
    "max_output_tokens": _configured("max_output_tokens"),
    "temperature": _configured("temperature"),
    "top_p": _configured("top_p"),
    "stop": _configured("stop_sequences"),
    "seed": _configured("seed"),
}


def _allowed(mode: str, names: list[str]) -> JsonValue:
    """`validated` leaves the model free to say something instead."""
    word = "any" if mode == "required" else "validated"
    return {"allowed_tools": {"mode": word, "tools": list[JsonValue](names)}}


_CHOICES = ChoiceForms({"auto": "auto", "none": "none", "required": "any"}, allowed=_allowed)
_TOOLS = ToolForms(TITLE, name_at=("name",), schema_at=("parameters",), needs_schema=False)


def _setting_writers(out: RenderingBuilder) -> dict[str, SettingWriter]:
    if not has_tools(out):
        return _WRITERS
    return {**_WRITERS, "tool_choice": choice_writer(out, _CHOICES, CONFIG, "tool_choice")}


def _spelled(tool: Declaration) -> JsonObject:
    schema: JsonObject = {} if tool.schema is None else {"parameters": tool.schema}
    return {"type": "function", **tool.described(), **schema}
