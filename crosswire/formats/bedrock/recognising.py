"""Whether a JSON value is Bedrock Converse: a body, a list of messages, or one message."""

from __future__ import annotations

from crosswire.formats.bedrock.reading_blocks import KEYS, key_of
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import (
    first_field,
    first_of,
    recognise_messages,
    recognise_value,
    recognised_in,
)
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, objects_in, text_field

_ROLES = frozenset({"user", "assistant", "system"})
_OWN_BLOCKS = (
    "toolUse",
    "toolResult",
    "reasoningContent",
    "cachePoint",
    "guardContent",
    "citationsContent",
)
"""Keys of blocks that no other format has."""
_MEDIA = ("image", "document", "video")
_PLAIN = (0.8, "`content[]` holds `text` in blocks that have no `type`.")
_OWN_SETTINGS = ("inferenceConfig", "additionalModelRequestFields", "guardrailConfig")


def recognise(value: JsonValue) -> Recognition | None:
    """Whether a JSON value is of this format, with the reason."""
    bodies = (("output", dict, _response), ("messages", list, _request))
    return recognise_value(value, bodies, _messages)


def _response(body: JsonObject) -> Recognition | None:
    message = object_or_empty(object_or_empty(body["output"]).get("message"))
    if not isinstance(message.get("content"), list):
        return None
    if "stopReason" in body:
        why = "The answer is `output.message`, with a `stopReason`."
        return Recognition("response", 0.98, why)
    why = "The answer is `output.message`, of blocks."
    return Recognition("response", 0.9, why) if _fits(message) else None


def _request(body: JsonObject) -> Recognition | None:
    messages = list_or_empty(body["messages"])
    found = _messages(messages)
    declared = _declares_tools(body.get("toolConfig"))
    setting = first_field(body, _OWN_SETTINGS)
    if found is None:
        own = "toolConfig" if declared else setting
        why = f"It has `{own}`, beside `messages` that do not all fit."
        return Recognition("request", 0.6, why) if own and messages else None
    if declared:
        return Recognition("request", 0.97, "`toolConfig` declares tools, beside `messages`.")
    if setting is not None:
        return Recognition("request", 0.96, f"`messages` of blocks beside `{setting}`.")
    if isinstance(body.get("modelId"), str):
        why = "`messages` of blocks beside `modelId`."
        return Recognition("request", max(found.confidence, 0.92), why)
    return recognised_in("messages", found)


def _declares_tools(config: JsonValue) -> bool:
    tools = objects_in(object_or_empty(config).get("tools"))
    return any(isinstance(tool.get("toolSpec"), dict) for tool in tools)


def _messages(messages: list[JsonValue]) -> Recognition | None:
    """Decided by the first block that only this format has; else by blocks that have no
    `type`."""
    return recognise_messages(messages, _fits, _telling, sure=0.95, unsure=0.7, plain=_PLAIN)


def _fits(message: JsonValue) -> bool:
    """Whether it may be a message of this format: of blocks under a key, without a type."""
    if not isinstance(message, dict) or "parts" in message:
        return False
    content = list_or_empty(message.get("content"))
    known = text_field(message, "role") in _ROLES
    return known and bool(content) and all(map(_block_fits, content))


def _block_fits(block: JsonValue) -> bool:
    return isinstance(block, dict) and "type" not in block and key_of(block) in KEYS


def _telling(message: JsonValue) -> str | None:
    key = first_of(map(_telling_key, objects_in(object_or_empty(message).get("content"))))
    return None if key is None else f"`content[]` has a block under the key `{key}`."


def _telling_key(block: JsonObject) -> str | None:
    """The key of a block that no other format has."""
    if "type" in block:
        return None
    keys = [key for key in _OWN_BLOCKS if isinstance(block.get(key), dict)]
    for key in _MEDIA:
        inner = object_or_empty(block.get(key))
        if isinstance(inner.get("source"), dict) and "format" in inner:
            keys.append(key)
    return next(iter(keys), None)
