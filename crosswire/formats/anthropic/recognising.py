"""Whether a JSON value is Anthropic Messages: a body, a list of messages, or one message."""

from __future__ import annotations

import re

from crosswire.formats.anthropic.reading_blocks import CALLS, is_result
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import (
    SAMPLE,
    declares_alone,
    first_field,
    first_of,
    recognise_messages,
    recognise_value,
    recognised_in,
)
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_field,
    text_or_none,
    type_of,
)

_ROLES = frozenset({"system", "user", "assistant"})
_NOT_HERE = frozenset({"tool_calls", "tool_call_id", "function_call", "parts", "tool_plan"})
"""Keys that messages of other formats have."""
_FOREIGN_BLOCKS = frozenset(
    {
        "image_url",
        "input_audio",
        "video_url",
        "file",
        "refusal",
        "tool-call",
        "tool-result",
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
        "guardContent",
        "citationsContent",
    }
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
        "max_completion_tokens",
        "stream_options",
        "parallel_tool_calls",
        "logit_bias",
        "user",
    }
)
_PLAIN = "Messages with `role` and `content`; nothing tells them from those of Chat."
_DATED = re.compile(r"[a-z0-9_]+_20\d{6}")
"""A built-in tool's type: its name and the date of its version."""


def recognise(value: JsonValue) -> Recognition | None:
    """Whether a JSON value is of this format, with the reason."""
    is_answer = isinstance(value, dict) and (
        value.get("type") == "message" or "stop_reason" in value
    )
    single = _response if is_answer else None
    tools_alone = declares_alone(
        value, lambda tool: isinstance(tool.get("input_schema"), dict)
    )
    return tools_alone or recognise_value(
        value, [("messages", list, _request)], _messages, single
    )


def _response(body: JsonObject) -> Recognition | None:
    content = body.get("content")
    if not isinstance(content, list) or "status" in body or not all(map(_block_fits, content)):
        return None
    if body.get("type") == "message" and "stop_reason" in body:
        return Recognition("response", 0.98, '`type` says "message", with a `stop_reason`.')
    if body.get("role") != "assistant":
        return None
    if "stop_reason" in body:
        return Recognition("response", 0.93, "Blocks of an assistant beside a `stop_reason`.")
    reason = first_of(map(_telling_block, content))
    if reason is None and "usage" in body:
        reason = '`type` says "message", with `usage`.'
    return None if reason is None else Recognition("response", 0.93, reason)


def _request(body: JsonObject) -> Recognition | None:
    messages = list_or_empty(body["messages"])
    sample = messages[:SAMPLE]
    telling = _telling_field(body)
    if any(map(_is_foreign, sample)):
        return _with_items(body, sample, telling)
    found, all_fit = _messages(messages), all(map(_fits, sample))
    if telling is not None:
        confidence, why = (
            telling if all_fit else (0.6, f"{telling[1]} Not all `messages` fit.")
        )
        return Recognition("request", confidence, why)
    has_system = isinstance(body.get("system"), (str, list))
    if found is None and has_system and 2 * sum(map(_fits, sample)) > len(sample):
        return Recognition(
            "request", 0.6, "`system` stands beside `messages` of which most fit."
        )
    if found is not None and found.confidence < 0.9 and all_fit:
        if has_system:
            return Recognition("request", 0.9, "`system` stands beside `messages`.")
        if _asks_like_anthropic(body):
            why = "`max_tokens`, which is required, and no key of Chat."
            return Recognition("request", 0.6, why)
    return recognised_in("messages", found)


def _with_items(
    body: JsonObject, sample: list[JsonValue], telling: tuple[float, str] | None
) -> Recognition | None:
    """A request whose `messages` are items of Responses in part, as where a program changed
    its provider and kept them; any other messages, another format is surer of."""
    are_known = (text_field(one, "role") in _ROLES or _is_item(one) for one in sample)
    if telling is None or "max_tokens" not in body or not all(are_known):
        return None
    return Recognition("request", 0.6, f"{telling[1]} Not all `messages` fit.")


def _is_item(message: JsonValue) -> bool:
    return text_field(message, "role") is None and type_of(message) is not None


def _telling_field(body: JsonObject) -> tuple[float, str] | None:
    """What beside the messages only this format has, with how sure that makes."""
    tools = first_of(map(_telling_tool, objects_in(body.get("tools"))))
    if tools is not None:
        return 0.96, tools
    setting = first_field(body, _OWN_SETTINGS)
    return None if setting is None else (0.95, f"`messages` beside `{setting}`.")


def _telling_tool(tool: JsonObject) -> str | None:
    if isinstance(tool.get("input_schema"), dict):
        return "`tools[]` declare an `input_schema`."
    kind = type_of(tool) or ""
    if "name" in tool and _DATED.fullmatch(kind):
        return f"`tools[]` name a built-in tool with its date, `{kind}`."
    return None


def _asks_like_anthropic(body: JsonObject) -> bool:
    """`max_tokens` is in every request here. Chat has it too; there the name of the model
    decides."""
    model = text_or_none(body.get("model"))
    if "max_tokens" not in body or not body.keys().isdisjoint(_CHAT_SETTINGS):
        return False
    return model is None or "claude" in model or "anthropic" in model


def _messages(messages: list[JsonValue]) -> Recognition | None:
    """Decided by the first block that only this format has; else by nothing against it."""
    if any(map(_is_foreign, messages[:SAMPLE])):
        return None
    begins_with_system = text_field(next(iter(messages), None), "role") == "system"
    plain = (0.3 if begins_with_system else 0.45, _PLAIN)
    return recognise_messages(messages, _fits, _telling, sure=0.94, unsure=0.7, plain=plain)


def _fits(message: JsonValue) -> bool:
    if not isinstance(message, dict) or text_field(message, "role") not in _ROLES:
        return False
    content = message.get("content")
    if not isinstance(content, list):
        return isinstance(content, str) and not _is_foreign(message)
    return all(map(_block_fits, content)) and not _is_foreign(message)


def _is_foreign(message: JsonValue) -> bool:
    """Whether it is another format's; one that fits none is only odd, and its neighbours
    decide."""
    if not isinstance(message, dict):
        return False
    role, kind = text_field(message, "role"), type_of(message)
    if role in _FOREIGN_ROLES or not message.keys().isdisjoint(_NOT_HERE):
        return True
    if role is None and kind not in (None, "message"):
        return True
    content = list_or_empty(message.get("content"))
    return any(type_of(block) in _FOREIGN_BLOCKS for block in content) or _is_of_converse(
        content
    )


def _is_of_converse(content: list[JsonValue]) -> bool:
    """Whether all blocks are without a type, as Bedrock Converse has them."""
    blocks = objects_in(content)
    if not content or len(blocks) < len(content):
        return False
    return not any("type" in b or b.keys().isdisjoint(_BLOCKS_OF_CONVERSE) for b in blocks)


def _block_fits(block: JsonValue) -> bool:
    kind = type_of(block)
    return isinstance(block, str) or (kind is not None and kind not in _FOREIGN_BLOCKS)


def _telling(message: JsonValue) -> str | None:
    content = object_or_empty(message).get("content")
    return first_of(map(_telling_block, list_or_empty(content)))


def _telling_block(block: JsonValue) -> str | None:
    kind = type_of(block)
    if kind is None or not isinstance(block, dict):
        return None
    thinks = kind == "thinking" and isinstance(block.get("thinking"), str)
    if kind in CALLS or is_result(kind) or kind == "redacted_thinking" or thinks:
        return f"`content[]` has a block of type `{kind}`."
    if kind in ("image", "document") and isinstance(block.get("source"), dict):
        return f"`content[]` has a block of type `{kind}` with a `source`."
    return None
