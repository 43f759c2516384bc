"""Whether a JSON value is Anthropic Messages: a body, a list of messages, or one message."""

from __future__ import annotations

import re

from crosswire.formats.anthropic.blocks import CALLS, is_result
from crosswire.formats.protocol import Recognition
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Messages looked at before deciding that a list may be this format."""

_ROLES = frozenset({"system", "user", "assistant"})
_NOT_HERE = frozenset({"tool_calls", "tool_call_id", "function_call", "parts", "tool_plan"})
"""Keys that messages of other formats have."""
_FOREIGN_BLOCKS = frozenset(
    {"image_url", "input_audio", "video_url", "file", "refusal", "tool-call", "tool-result"}
    | {
        "toolCall",
        "input_text",
        "output_text",
        "input_image",
        "input_file",
        "tool_call",
        "data",
    }
)
_FOREIGN_ROLES = frozenset({"developer", "tool", "function", "model"})
_BLOCKS_OF_CONVERSE = frozenset(
    {
        "text",
        "image",
        "document",
        "video",
        "toolUse",
        "toolResult",
        "reasoningContent",
        "cachePoint",
    }
    | {"guardContent", "citationsContent"}
)
"""Keys that a block stands under where it has no type."""
_OWN_SETTINGS = ("anthropic_version", "anthropic_beta", "mcp_servers")
_CHAT_SETTINGS = frozenset(
    {
        "frequency_penalty",
        "presence_penalty",
        "logprobs",
        "n",
        "seed",
        "response_format",
        "stop",
    }
    | {"max_completion_tokens", "stream_options", "parallel_tool_calls", "logit_bias", "user"}
)
_DATED = re.compile(r"[a-z0-9_]+_20\d{6}")
"""A built-in tool's type: its name and the date of its version."""


def recognise(value: JsonValue) -> Recognition | None:
    if isinstance(value, list):
        return _messages(value)
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("messages"), list):
        return _request(value, value["messages"])
    if value.get("type") == "message" or "stop_reason" in value:
        return _response(value)
    found = _messages([value])
    return None if found is None else Recognition("message", found.confidence, found.reason)


def _response(body: JsonObject) -> Recognition | None:
    content = body.get("content")
    if not isinstance(content, list) or "status" in body or not _blocks_fit(content):
        return None
    if body.get("type") == "message" and "stop_reason" in body:
        return Recognition("response", 0.98, '`type` says "message", with a `stop_reason`.')
    if "stop_reason" in body and body.get("role") == "assistant":
        return Recognition("response", 0.93, "Blocks of an assistant beside a `stop_reason`.")
    reason = _telling_block(content)
    if body.get("role") == "assistant" and (reason or "usage" in body):
        return Recognition("response", 0.93, reason or '`type` says "message", with `usage`.')
    return None


def _request(body: JsonObject, messages: JsonValue) -> Recognition | None:
    messages = messages if isinstance(messages, list) else []
    if any(_is_foreign(message) for message in messages[:SAMPLE]):
        return None
    found = _messages(messages)
    all_fit = all(_fits(message) for message in messages[:SAMPLE])
    why = _telling_field(body)
    if why is not None:
        return Recognition(
            "request", *(why if all_fit else (0.6, f"{why[1]} Not all `messages` fit."))
        )
    system = isinstance(body.get("system"), (str, list))
    if found is None:
        why_odd = "`system` stands beside `messages` of which most fit."
        return Recognition("request", 0.6, why_odd) if system and _most_fit(messages) else None
    if found.confidence < 0.9 and all_fit and system:
        return Recognition("request", 0.9, "`system` stands beside `messages`.")
    if found.confidence < 0.9 and all_fit and _asks_like_anthropic(body):
        return Recognition(
            "request", 0.6, "`max_tokens`, which is required, and no key of Chat."
        )
    return Recognition("request", found.confidence, f"`messages`: {found.reason}")


def _telling_field(body: JsonObject) -> tuple[float, str] | None:
    """What beside the messages only this format has, with how sure that makes."""
    tools = _telling_tools(body.get("tools"))
    if tools is not None:
        return 0.96, tools
    setting = next((name for name in _OWN_SETTINGS if name in body), None)
    return None if setting is None else (0.95, f"`messages` beside `{setting}`.")


def _telling_tools(tools: JsonValue) -> str | None:
    for tool in tools if isinstance(tools, list) else []:
        if not isinstance(tool, dict):
            continue
        if isinstance(tool.get("input_schema"), dict):
            return "`tools[]` declare an `input_schema`."
        kind = tool.get("type")
        if isinstance(kind, str) and "name" in tool and _DATED.fullmatch(kind):
            return f"`tools[]` name a built-in tool with its date, `{kind}`."
    return None


def _asks_like_anthropic(body: JsonObject) -> bool:
    """`max_tokens` is in every request here. Chat has it too; there the name of the model
    decides."""
    model = body.get("model")
    if "max_tokens" not in body or not body.keys().isdisjoint(_CHAT_SETTINGS):
        return False
    return not isinstance(model, str) or "claude" in model or "anthropic" in model


def _messages(messages: list[JsonValue]) -> Recognition | None:
    """Decided by the first block that only this format has; else "it fits, and so may others"."""
    sample = messages[:SAMPLE]
    if not _most_fit(sample) or any(_is_foreign(message) for message in sample):
        return None
    all_fit = all(_fits(message) for message in sample)
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        reason = _telling_block(content) if isinstance(content, list) else None
        if reason is not None:
            return Recognition("messages", 0.94 if all_fit else 0.7, reason)
    if not all_fit:
        return None
    reason = "Messages with `role` and `content`; nothing tells them from those of Chat."
    first = messages[0]
    begins_with_system = isinstance(first, dict) and first.get("role") == "system"
    return Recognition("messages", 0.3 if begins_with_system else 0.45, reason)


def _most_fit(messages: list[JsonValue]) -> bool:
    sample = messages[:SAMPLE]
    return 2 * sum(_fits(message) for message in sample) > len(sample)


def _fits(message: JsonValue) -> bool:
    if not isinstance(message, dict) or _is_foreign(message):
        return False
    role, content = message.get("role"), message.get("content")
    if not isinstance(role, str) or role not in _ROLES:
        return False
    return isinstance(content, str) or (isinstance(content, list) and _blocks_fit(content))


def _is_foreign(message: JsonValue) -> bool:
    """Whether it is another format's; one that fits none is only odd, and its neighbours
    decide."""
    if not isinstance(message, dict):
        return False
    role, kind, content = message.get("role"), message.get("type"), message.get("content")
    if not message.keys().isdisjoint(_NOT_HERE) or (
        isinstance(role, str) and role in _FOREIGN_ROLES
    ):
        return True
    if not isinstance(role, str) and isinstance(kind, str) and kind != "message":
        return True
    if not isinstance(content, list):
        return False
    return any(_is_foreign_block(block) for block in content) or _is_of_converse(content)


def _is_foreign_block(block: JsonValue) -> bool:
    kind = block.get("type") if isinstance(block, dict) else None
    return isinstance(kind, str) and kind in _FOREIGN_BLOCKS


def _is_of_converse(content: list[JsonValue]) -> bool:
    """Whether all blocks are without a type, as Bedrock Converse has them."""
    return bool(content) and all(
        isinstance(block, dict)
        and "type" not in block
        and not block.keys().isdisjoint(_BLOCKS_OF_CONVERSE)
        for block in content
    )


def _blocks_fit(content: list[JsonValue]) -> bool:
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        if not isinstance(block, str) and (
            not isinstance(kind, str) or kind in _FOREIGN_BLOCKS
        ):
            return False
    return True


def _telling_block(content: list[JsonValue]) -> str | None:
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        if not isinstance(block, dict) or not isinstance(kind, str):
            continue
        if kind in CALLS or is_result(kind):
            return f"`content[]` has a block of type `{kind}`."
        if kind == "redacted_thinking" or (
            kind == "thinking" and isinstance(block.get("thinking"), str)
        ):
            return f"`content[]` has a block of type `{kind}`."
        if kind in ("image", "document") and isinstance(block.get("source"), dict):
            return f"`content[]` has a block of type `{kind}` with a `source`."
    return None
