"""Messages in the words of Chat Completions, without what only a response may carry."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.model import JsonValue, Message
from crosswire.model.json_values import list_or_empty, without
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder


def for_request(out: RenderingBuilder, message: Message) -> JsonValue:
    """The JSON of a message, without what a request has no field for."""
    raw = message.raw
    if not isinstance(raw, dict) or message.role != "assistant":
        return raw
    if raw.get("annotations"):
        why = "A request has no field for it."
        out.lost(LossKind.DROPPED, message, "of-response", "annotations", why)
    gone = [
        name
        for name, value in raw.items()
        if name == "annotations" or (value is None and name != "content")
    ]
    calls = list_or_empty(raw.get("tool_calls"))
    is_streamed = any("index" in call for call in calls if isinstance(call, dict))
    if not gone and not is_streamed:
        return raw
    cleaned = without(raw, *gone)
    if is_streamed:
        cleaned["tool_calls"] = [_without_index(call) for call in calls]
    return cleaned


def with_role(
    out: RenderingBuilder, message: Message, raw: JsonValue, at: Address
) -> JsonValue:
    """The same JSON with the role that an answer may leave out."""
    if not isinstance(raw, dict) or message.role != "assistant" or raw.get("role"):
        return raw
    out.added(child(at, "role"), "role", "The answer says none, and a message must.")
    return {"role": "assistant", **without(raw, "role")}


def _without_index(call: JsonValue) -> JsonValue:
    """A call without its position in a stream, which some servers leave in their answers."""
    return without(call, "index") if isinstance(call, dict) else call
