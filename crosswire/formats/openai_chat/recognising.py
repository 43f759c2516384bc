"""Whether a JSON value is Chat Completions: a body, a list of messages, or one message."""

from __future__ import annotations

from crosswire.formats.openai_chat.variant import CHAT, Variant
from crosswire.formats.protocol import Recognition
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Messages looked at; what decides (a tool call) is seldom far from the start."""

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_SETTINGS = (
    "frequency_penalty",
    "presence_penalty",
    "logprobs",
    "stream_options",
    "max_completion_tokens",
    "n",
)


def recognise(value: JsonValue, variant: Variant = CHAT) -> Recognition | None:
    if isinstance(value, list):
        return _messages(value, variant)
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("choices"), list):
        return _response(value)
    if isinstance(value.get("messages"), list):
        return _request(value, value["messages"], variant)
    found = _messages([value], variant)
    return None if found is None else Recognition("message", found.confidence, found.reason)


def _response(body: JsonObject) -> Recognition | None:
    choices = body["choices"]
    first = choices[0] if isinstance(choices, list) and choices else None
    if body.get("object") == "chat.completion":
        return Recognition("response", 0.98, 'The key `object` says "chat.completion".')
    if isinstance(first, dict) and isinstance(first.get("message"), dict):
        return Recognition("response", 0.9, "The answer stands in `choices[].message`.")
    return None


def _request(body: JsonObject, messages: JsonValue, variant: Variant) -> Recognition | None:
    found = _messages(messages if isinstance(messages, list) else [], variant)
    asks = _has_chat_tools(body.get("tools")) or isinstance(body.get("functions"), list)
    if found is None:
        why = "`tools[]` declare each `function`, beside `messages` that do not all fit."
        return Recognition("request", 0.6, why) if asks and messages else None
    if asks:
        return Recognition(
            "request", 0.95, "`tools[]` declare each `function`, beside `messages`."
        )
    setting = next((name for name in _SETTINGS if name in body), None)
    if setting is not None and found.confidence >= 0.5:
        why = f"`messages` beside the setting `{setting}`."
        return Recognition("request", max(found.confidence, 0.8), why)
    return Recognition("request", found.confidence, f"`messages`: {found.reason}")


def _has_chat_tools(tools: JsonValue) -> bool:
    if not isinstance(tools, list):
        return False
    return any(
        isinstance(tool, dict) and isinstance(tool.get("function"), dict) for tool in tools
    )


def _messages(messages: list[JsonValue], variant: Variant) -> Recognition | None:
    """Decided by the first message with a key that only this format has; else "it fits"."""
    sample = messages[:SAMPLE]
    fitting = sum(_fits(message, variant) for message in sample)
    if not sample or 2 * fitting <= len(sample):
        return None
    for message in messages:
        reason = _telling_key(message)
        if reason is not None:
            return Recognition("messages", 0.93 if fitting == len(sample) else 0.7, reason)
    if fitting < len(sample):
        return None
    why = "Messages with `role` and `content`, and nothing that speaks against Chat."
    return Recognition("messages", 0.5, why)


def _fits(message: JsonValue, variant: Variant) -> bool:
    """Whether it may be a message of this format, as far as one message shows."""
    if not isinstance(message, dict):
        return False
    role = message.get("role")
    # What an agent's log keeps inside such a line would not be read as content.
    if "content" not in message and isinstance(message.get("message"), dict):
        return False
    return (
        isinstance(role, str)
        and role in _ROLES
        and _content_fits(message.get("content"), variant)
    )


def _telling_key(message: JsonValue) -> str | None:
    if not isinstance(message, dict):
        return None
    calls = message.get("tool_calls")
    calls = calls if isinstance(calls, list) else []
    if any(
        isinstance(call, dict) and ("function" in call or "custom" in call) for call in calls
    ):
        return "Calls stand in `tool_calls[]`."
    if message.get("role") == "tool":
        return "A result is a message of role `tool`."
    if isinstance(message.get("function_call"), dict) or message.get("role") == "function":
        return "Calls stand in `function_call`, the older form."
    return None


def _content_fits(content: JsonValue, variant: Variant) -> bool:
    if not isinstance(content, list):
        return content is None or isinstance(content, str)
    return all(_part_fits(part, variant) for part in content)


def _part_fits(part: JsonValue, variant: Variant) -> bool:
    if not isinstance(part, dict):
        return isinstance(part, str)
    kind = part.get("type")
    return isinstance(kind, str) and kind in variant.part_types
