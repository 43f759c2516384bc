"""Messages in the words of Chat Completions, without what only a response may carry."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue, Message
from crosswire.model.json_values import list_or_empty, without
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder


def for_request(out: RenderingBuilder, message: Message) -> JsonValue:
    """The JSON of a message, without what a request has no field for."""
    raw = message.raw
    if not isinstance(raw, dict) or message.role != "assistant":
        return raw
    cleaned: JsonObject = {
        name: value for name, value in raw.items() if value is not None or name == "content"
    }
    if cleaned.pop("annotations", None):
        why = "A request has no field for it."
        out.lost(LossKind.DROPPED, message, "of-response", "annotations", why)
    calls = list_or_empty(cleaned.get("tool_calls"))
    if calls:
        cleaned["tool_calls"] = [_without_index(call) for call in calls]
    return cleaned if cleaned != raw else raw


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
