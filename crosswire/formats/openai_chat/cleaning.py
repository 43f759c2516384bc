"""Takes from a message what only a response may carry, so that it can be sent again."""

from __future__ import annotations

from crosswire.model import JsonObject, JsonValue, Message
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder

_ONLY_IN_RESPONSES = frozenset({"annotations"})


def for_request(out: RenderingBuilder, message: Message) -> JsonValue:
    """The JSON of a message, without what a request has no field for."""
    raw = message.raw
    if not isinstance(raw, dict) or message.role != "assistant":
        return raw
    cleaned: JsonObject = {}
    for name, value in raw.items():
        if name in _ONLY_IN_RESPONSES:
            _lose(out, message, name, value)
        elif name == "tool_calls" and isinstance(value, list):
            cleaned[name] = [_without_index(call) for call in value]
        elif value is not None or name == "content":
            cleaned[name] = value
    return cleaned if cleaned != raw else raw


def _lose(out: RenderingBuilder, message: Message, name: str, value: JsonValue) -> None:
    if value:
        out.lost(
            LossKind.DROPPED, message, "of-response", name, "A request has no field for it."
        )


def _without_index(call: JsonValue) -> JsonValue:
    """A call without its position in a stream, which some servers leave in their answers."""
    if not isinstance(call, dict) or "index" not in call:
        return call
    return {name: value for name, value in call.items() if name != "index"}
