"""From the model to a request body of Foundry; runs and steps of the older kind keep their own
shape."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from crosswire.address import Address
from crosswire.formats.azure_foundry import classic
from crosswire.formats.azure_foundry.item_types import FOUNDRY
from crosswire.formats.openai_responses import writing
from crosswire.formats.shared.writing import own_tools
from crosswire.model import JsonObject, JsonValue, Message, TextPart
from crosswire.model.json_values import object_or_empty
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import as_it_is
from crosswire.rendering.settings import own_settings


def render(out: RenderingBuilder) -> JsonObject:
    """Write the conversation as a request body, or as the runs that it consists of."""
    if any(_is_classic(out, message) for message in out.conversation.messages):
        return _runs(out)
    return writing.render(out, FOUNDRY)


def _is_classic(out: RenderingBuilder, message: Message) -> bool:
    return out.is_own(message) and classic.is_classic(object_or_empty(message.raw))


def _runs(out: RenderingBuilder) -> JsonObject:
    """What a run consists of: one thing as it is, several as the API lists them."""
    by_address = groupby(out.conversation.messages, attrgetter("address"))
    groups = [list(group) for _, group in by_address]
    first = object_or_empty(groups[0][0].raw)
    alone = len(groups) == 1 and not list(out.conversation.settings_and_tools)
    if alone and first and not classic.is_bare(first):
        return object_or_empty(_written(out, groups[0], Address("0:")))
    payload: JsonObject = {"object": "list"}
    own_settings(out, payload)
    out.added(Address("0:/object"), "list", "Several steps stand in a list.")
    payload["data"] = [
        _written(out, group, Address(f"0:/data/{i}")) for i, group in enumerate(groups)
    ]
    tools = own_tools(out)
    return payload | ({"tools": tools} if tools else {})


def _written(out: RenderingBuilder, messages: list[Message], at: Address) -> JsonValue:
    """The JSON that one message was read from, or a step's calls and what answers them."""
    raw = messages[0].raw
    for message in messages:
        if message.field is not None:
            return _text_message(out, message, at)
        raw = as_it_is(out, message, at, raw)
    return raw


def _text_message(out: RenderingBuilder, message: Message, at: Address) -> JsonValue:
    """A text that stood in a field of its own."""
    out.link_message(message, at)
    for part in message.parts:
        out.link(part, Address(f"{at}/content"))
    text = "".join(part.text for part in message.parts if isinstance(part, TextPart))
    return {"role": message.role, "content": text}
