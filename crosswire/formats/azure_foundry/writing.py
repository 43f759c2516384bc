"""From the model to a request body of Foundry; runs and steps of the older kind keep their own
shape."""

from __future__ import annotations

from itertools import groupby

from crosswire.address import Address
from crosswire.formats.azure_foundry import classic
from crosswire.formats.azure_foundry.item_types import FOUNDRY
from crosswire.formats.openai_responses import writing
from crosswire.model import JsonObject, JsonValue, Message, TextPart
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import own_tool
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.messages import as_it_is
from crosswire.rendering.settings import own_settings

ID_RULE = IdRule(longest=64, native="call_{24}")


def render(out: RenderingBuilder) -> JsonObject:
    if any(_is_classic(out, message) for message in out.conversation.messages):
        return _runs(out)
    return writing.render(out, FOUNDRY)


def _is_classic(out: RenderingBuilder, message: Message) -> bool:
    return (
        out.is_own(message)
        and isinstance(message.raw, dict)
        and classic.is_classic(message.raw)
    )


def _runs(out: RenderingBuilder) -> JsonObject:
    """What a run consists of: one thing as it is, several as the API lists them."""
    groups = [
        list(group)
        for _, group in groupby(out.conversation.messages, lambda message: message.address)
    ]
    beside = list(out.conversation.settings_and_tools)
    first = groups[0][0].raw
    if (
        len(groups) == 1
        and not beside
        and isinstance(first, dict)
        and not classic.is_bare(first)
    ):
        written = _written(out, groups[0], Address("0:"))
        return written if isinstance(written, dict) else {}
    payload: JsonObject = {"object": "list"}
    own_settings(out, payload)
    out.added(Address("0:/object"), "list", "Several steps stand in a list.")
    payload["data"] = [
        _written(out, group, Address(f"0:/data/{i}")) for i, group in enumerate(groups)
    ]
    tools: list[JsonValue] = []
    for tool in out.conversation.tools():
        tools.append(own_tool(out, tool, Address(f"0:/tools/{len(tools)}"), tool.raw))
    return payload | ({"tools": tools} if tools else {})


def _written(out: RenderingBuilder, messages: list[Message], at: Address) -> JsonValue:
    """The JSON that one message was read from, or a step's calls and what answers them."""
    raw = messages[0].raw
    for message in messages:
        if message.field is not None:
            out.link_message(message, at)
            for part in message.parts:
                out.link(part, Address(f"{at}/content"))
            text = "".join(part.text for part in message.parts if isinstance(part, TextPart))
            return {"role": message.role, "content": text}
        raw = as_it_is(out, message, at, raw)
    return raw
