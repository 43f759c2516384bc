"""Whether a JSON value is Bedrock Converse: a body, a list of messages, or one message."""

from __future__ import annotations

from crosswire.formats.bedrock.blocks import KEYS, key_of
from crosswire.formats.protocol import Recognition
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Messages looked at before deciding that a list may be this format."""

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
_OWN_SETTINGS = ("inferenceConfig", "additionalModelRequestFields", "guardrailConfig")


def recognise(value: JsonValue) -> Recognition | None:
    if isinstance(value, list):
        return _messages(value)
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("output"), dict):
        return _response(value, value["output"])
    if isinstance(value.get("messages"), list):
        return _request(value, value["messages"])
    found = _messages([value])
    return None if found is None else Recognition("message", found.confidence, found.reason)


def _response(body: JsonObject, output: JsonValue) -> Recognition | None:
    message = output.get("message") if isinstance(output, dict) else None
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        return None
    if "stopReason" in body:
        return Recognition(
            "response", 0.98, "The answer is `output.message`, with a `stopReason`."
        )
    fits = _fits(message)
    return (
        Recognition("response", 0.9, "The answer is `output.message`, of blocks.")
        if fits
        else None
    )


def _request(body: JsonObject, messages: JsonValue) -> Recognition | None:
    messages = messages if isinstance(messages, list) else []
    found = _messages(messages)
    declared = _declares_tools(body.get("toolConfig"))
    if found is None:
        why = (
            "`toolConfig` declares each tool's `toolSpec`, beside `messages` that do not "
            "all fit."
        )
        return Recognition("request", 0.6, why) if declared and messages else None
    if declared:
        return Recognition("request", 0.97, "`toolConfig` declares tools, beside `messages`.")
    setting = next((name for name in _OWN_SETTINGS if name in body), None)
    if setting is not None:
        return Recognition("request", 0.96, f"`messages` of blocks beside `{setting}`.")
    if isinstance(body.get("modelId"), str):
        return Recognition(
            "request", max(found.confidence, 0.92), "`messages` of blocks beside `modelId`."
        )
    return Recognition("request", found.confidence, f"`messages`: {found.reason}")


def _declares_tools(config: JsonValue) -> bool:
    tools = config.get("tools") if isinstance(config, dict) else None
    if not isinstance(tools, list):
        return False
    return any(
        isinstance(tool, dict) and isinstance(tool.get("toolSpec"), dict) for tool in tools
    )


def _messages(messages: list[JsonValue]) -> Recognition | None:
    """Decided by the first block that only this format has; else by blocks that have no
    `type`."""
    sample = messages[:SAMPLE]
    fitting = sum(_fits(message) for message in sample)
    if not sample or 2 * fitting <= len(sample):
        return None
    for message in messages:
        key = _telling_key(message)
        if key is not None:
            why = f"`content[]` has a block under the key `{key}`."
            return Recognition("messages", 0.95 if fitting == len(sample) else 0.7, why)
    if fitting < len(sample):
        return None
    return Recognition(
        "messages", 0.8, "`content[]` holds `text` in blocks that have no `type`."
    )


def _fits(message: JsonValue) -> bool:
    """Whether it may be a message of this format: blocks, each under a key and without a type."""
    if not isinstance(message, dict) or "parts" in message:
        return False
    role, content = message.get("role"), message.get("content")
    if not isinstance(role, str) or role not in _ROLES or not isinstance(content, list):
        return False
    return bool(content) and all(_block_fits(block) for block in content)


def _block_fits(block: JsonValue) -> bool:
    return isinstance(block, dict) and "type" not in block and key_of(block) in KEYS


def _telling_key(message: JsonValue) -> str | None:
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else []:
        if not isinstance(block, dict) or "type" in block:
            continue
        for key in _OWN_BLOCKS:
            if isinstance(block.get(key), dict):
                return key
        for key in ("image", "document", "video"):
            inner = block.get(key)
            if (
                isinstance(inner, dict)
                and isinstance(inner.get("source"), dict)
                and "format" in inner
            ):
                return key
    return None
