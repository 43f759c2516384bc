"""Whether a JSON value is Chat Completions: a body, a list of messages, or one message."""

from __future__ import annotations

from functools import partial

from crosswire.formats.openai_chat.variant import CHAT, Variant
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import (
    declares_alone,
    first_field,
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
    type_of,
)

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_SETTINGS = (
    "frequency_penalty",
    "presence_penalty",
    "logprobs",
    "stream_options",
    "max_completion_tokens",
    "n",
)
_PARTLY = 0.3
"""The confidence where messages that fit stand beside broken ones."""
_PLAIN = (0.5, "Messages with `role` and `content`, and nothing that speaks against Chat.")


def recognise(value: JsonValue, variant: Variant = CHAT) -> Recognition | None:
    """Whether a JSON value is of this variant, with the reason."""
    bodies = (
        ("choices", list, _response),
        ("messages", list, partial(_request, variant=variant)),
    )
    tools_alone = declares_alone(value, lambda tool: isinstance(tool.get("function"), dict))
    if tools_alone is not None and variant is CHAT:
        return tools_alone
    return recognise_value(value, bodies, partial(_messages, variant=variant))


def _response(body: JsonObject) -> Recognition | None:
    if body.get("object") == "chat.completion":
        return Recognition("response", 0.98, 'The key `object` says "chat.completion".')
    first = object_or_empty(next(iter(list_or_empty(body["choices"])), None))
    if isinstance(first.get("message"), dict):
        return Recognition("response", 0.9, "The answer stands in `choices[].message`.")
    return None


def _request(body: JsonObject, variant: Variant) -> Recognition | None:
    messages = list_or_empty(body["messages"])
    found = _messages(messages, variant)
    declares = _has_chat_tools(body.get("tools")) or isinstance(body.get("functions"), list)
    if declares and found is not None:
        why = "`tools[]` declare each `function`, beside `messages`."
        return Recognition("request", 0.95, why)
    if declares and messages:
        why = "`tools[]` declare each `function`, beside `messages` that do not all fit."
        return Recognition("request", 0.6, why)
    setting = first_field(body, _SETTINGS)
    if setting is not None and found is not None and found.confidence >= 0.5:
        why = f"`messages` beside the setting `{setting}`."
        return Recognition("request", max(found.confidence, 0.8), why)
    return recognised_in("messages", found)


def _has_chat_tools(tools: JsonValue) -> bool:
    return any(isinstance(tool.get("function"), dict) for tool in objects_in(tools))


def _messages(messages: list[JsonValue], variant: Variant) -> Recognition | None:
    return recognise_messages(
        messages,
        partial(_fits, variant=variant),
        _telling_key,
        sure=0.93,
        unsure=0.7,
        plain=_PLAIN,
        partly=_PARTLY,
    )


def _fits(message: JsonValue, variant: Variant) -> bool:
    """Whether it may be a message of this format, as far as one message shows."""
    if not isinstance(message, dict):
        return False
    # What an agent's log keeps inside such a line would not be read as content.
    if "content" not in message and isinstance(message.get("message"), dict):
        return False
    return text_field(message, "role") in _ROLES and _content_fits(
        message.get("content"), variant
    )


def _telling_key(message: JsonValue) -> str | None:
    if not isinstance(message, dict):
        return None
    if any("function" in c or "custom" in c for c in objects_in(message.get("tool_calls"))):
        return "Calls stand in `tool_calls[]`."
    if message.get("role") == "tool":
        return "A result is a message of role `tool`."
    if isinstance(message.get("function_call"), dict) or message.get("role") == "function":
        return "Calls stand in `function_call`, the older form."
    return None


def _content_fits(content: JsonValue, variant: Variant) -> bool:
    if not isinstance(content, list):
        return content is None or isinstance(content, str)
    return all(isinstance(p, str) or type_of(p) in variant.part_types for p in content)
