"""From the model to a request body of Responses, or of a variant of it."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.formats.openai_responses.variant import RESPONSES, Variant
from crosswire.formats.openai_responses.writing_items import ItemsWriter
from crosswire.formats.openai_responses.writing_own_items import tool_for_request
from crosswire.formats.shared.writing import own_tools
from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import foreign_tools, own_tool
from crosswire.rendering.settings import (
    SettingWriter,
    field,
    foreign_settings,
    own_setting,
    own_settings,
    say_model_kept,
)
from crosswire.rendering.tool_choice import ChoiceForms, choice_writer
from crosswire.rendering.tool_forms import Declaration, ToolForms
from crosswire.tools.builtin import form_in
from crosswire.tools.schemas import OF_OPENAI

_SETTINGS = {
    "model": field("model"),
    "max_output_tokens": field("max_output_tokens"),
    "temperature": field("temperature"),
    "top_p": field("top_p"),
    "stream": field("stream"),
    "parallel_tool_calls": field("parallel_tool_calls"),
}


_OF_THE_PROVIDER = frozenset({"previous_response_id", "conversation", "prompt"})
"""Settings that name what one provider stores."""


_TOOLS = ToolForms(
    "Responses",
    name_at=("name",),
    schema_at=("parameters",),
    schemas=OF_OPENAI,
    says_strict=True,
    custom=True,
)


def render(out: RenderingBuilder, variant: Variant = RESPONSES) -> JsonObject:
    """Write the conversation as a request body of this variant."""
    payload: JsonObject = {}
    source = out.conversation.wire_format
    if source == variant.name:
        own_settings(out, payload)
    elif source in variant.kin:
        _kindred_settings(out, payload, variant)
    else:
        foreign_settings(out, payload, _SETTINGS | {"tool_choice": _choice(out)})
    ItemsWriter(out, payload, variant).write()
    if source == variant.name:
        tools = own_tools(out, partial(tool_for_request, out))
    else:
        tools = _tools(out, payload, variant)
    if tools:
        payload["tools"] = tools
    return payload


def _kindred_settings(out: RenderingBuilder, payload: JsonObject, variant: Variant) -> None:
    """Settings in the words of a kindred variant: they stand, but for what only their provider
    knows."""
    for setting in out.conversation.settings():
        asked = "" if setting.of_response else setting.name
        if asked in variant.strange_settings:
            why = f"A request of {out.title} has no field for it."
            out.dropped(setting, "setting", asked, why)
        elif asked in _OF_THE_PROVIDER:
            why = "It names what another provider stores."
            out.dropped(setting, "stored-elsewhere", asked, why)
        else:
            own_setting(out, payload, setting)
            if setting.meaning == "model":
                say_model_kept(out, setting, Address(f"0:/{setting.name}"))


def _choice(out: RenderingBuilder) -> SettingWriter:
    free = {tool.name for tool in out.conversation.tools() if tool.kind == "custom"}
    custom = {out.names.written.get(name, name) for name in free}

    def tool(name: str) -> JsonObject:
        return {"type": "custom" if name in custom else "function", "name": name}

    def allowed(mode: str, names: list[str]) -> JsonObject:
        return {"type": "allowed_tools", "mode": mode, "tools": [tool(name) for name in names]}

    def built_in(meaning: str) -> JsonValue:
        form = form_in(out.target, meaning)
        return None if form is None else {"type": form.kind}

    words = {"auto": "auto", "none": "none", "required": "required"}
    return choice_writer(out, ChoiceForms(words, tool, allowed, built_in), "tool_choice")


def _tools(out: RenderingBuilder, payload: JsonObject, variant: Variant) -> list[JsonValue]:
    """Tools in other words; those of kin stand as they are, where both variants have them."""

    def taken_over(tool: ToolPart, place: Address) -> JsonValue:
        return own_tool(out, replace(tool, extras=None), place, tool_for_request(out, tool))

    kindred = out.conversation.wire_format in variant.kin
    kinds = variant.tools if kindred else frozenset[str]()
    at = Address("0:/tools")
    return foreign_tools(out, _TOOLS, _spelled, at, payload, kinds, taken_over)


def _spelled(tool: Declaration) -> JsonObject:
    if not tool.custom:
        # `strict` is said even where it is false: left out, it would mean true here and false
        # elsewhere.
        schema: JsonObject = {"parameters": tool.schema, "strict": tool.strict is True}
        return {"type": "function", **tool.described(), **schema}
    grammar = {"format": {"type": "grammar", **tool.grammar}} if tool.grammar else {}
    return {"type": "custom", **tool.described(), **grammar}
