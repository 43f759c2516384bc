"""From the model to a Chat Completions request body."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from crosswire.address import Address
from crosswire.formats.openai_chat.names import WEB_SEARCH
from crosswire.formats.openai_chat.variant import CHAT, Variant
from crosswire.formats.openai_chat.writing_messages import MessagesWriter
from crosswire.model import JsonObject, ToolPart
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import foreign_tools, has_tools, own_tool
from crosswire.rendering.settings import SettingWriter, foreign_settings, own_settings
from crosswire.rendering.tool_choice import ChoiceForms, choice_writer
from crosswire.rendering.tool_forms import Declaration


# 64 was measured at the provider in 2026-09; older and Azure endpoints still take 40 (see
# id-too-long).
def render(out: RenderingBuilder, variant: Variant = CHAT) -> JsonObject:
    """Write the conversation as a request body of this variant."""
    payload: JsonObject = {}
    own = out.conversation.wire_format == variant.name
    if own:
        own_settings(out, payload)
    else:
        foreign_settings(out, payload, {**variant.settings, **_choice(out, variant)})
    payload["messages"] = MessagesWriter(out, variant).write()
    if own:
        _own_tools(out, payload, out.conversation.listed_tools())
    elif written := foreign_tools(out, variant.tools, _spelled, Address("0:/tools"), payload):
        payload["tools"] = written
    return payload


def _own_tools(out: RenderingBuilder, payload: JsonObject, tools: Iterable[ToolPart]) -> None:
    for tool in tools:
        if tool.kind == WEB_SEARCH:
            payload[WEB_SEARCH] = own_tool(out, tool, Address(f"0:/{WEB_SEARCH}"), tool.raw)
            continue
        container = "functions" if "/functions/" in tool.address else "tools"
        written = payload.setdefault(container, [])
        if isinstance(written, list):
            place = Address(f"0:/{container}/{len(written)}")
            written.append(own_tool(out, tool, place, tool.raw))


def _spelled(tool: Declaration) -> JsonObject:
    kind = "custom" if tool.custom else "function"
    grammar = tool.grammar and {"type": "grammar", "grammar": tool.grammar}
    fields = {"parameters": tool.schema, "strict": tool.strict, "format": grammar}
    given = {name: value for name, value in fields.items() if value is not None}
    return {"type": kind, kind: {**tool.described(), **given}}


def _choice(out: RenderingBuilder, variant: Variant) -> dict[str, SettingWriter]:
    tools = list(out.conversation.tools())
    if tools and not has_tools(out):
        return {}  # "tool_choice is only allowed when tools are specified"
    words = {mode: word for word, mode in variant.words.items()}
    function = partial(_chosen, _custom_tools(out, tools) if variant.custom_tools else set())

    def allowed(mode: str, names: list[str]) -> JsonObject:
        choice: JsonObject = {"mode": mode, "tools": [function(name) for name in names]}
        return {"type": "allowed_tools", "allowed_tools": choice}

    forms = ChoiceForms(
        words,
        function if variant.named_tools else None,
        allowed if variant.allowed_tools else None,
    )
    if len(tools) == 1 and not variant.named_tools:
        # There is no other tool that it could be.
        forms = ChoiceForms(words, lambda name: words["required"])
    return {"tool_choice": choice_writer(out, forms, "tool_choice")}


def _custom_tools(out: RenderingBuilder, tools: list[ToolPart]) -> set[str]:
    """The names, as they are written, of tools that take free text."""
    names = {tool.name for tool in tools if tool.kind == "custom"}
    return {out.names.written.get(name, name) for name in names}


def _chosen(custom: set[str], name: str) -> JsonObject:
    kind = "custom" if name in custom else "function"
    return {"type": kind, kind: {"name": name}}
