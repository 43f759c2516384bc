"""Whether a JSON value is Cohere's, told by what plain Chat Completions does not have.

Requests of both may be alike to the letter. Such a one is taken for Cohere's where it asks for
a model by the name that Cohere gives it (others who serve it write more: `cohere/...`,
`...:35b`), and has no field that Cohere's API has not.
"""

from __future__ import annotations

import re

from crosswire.formats.cohere.variant import COHERE, PLAN
from crosswire.formats.openai_chat import recognising
from crosswire.formats.protocol import Recognition
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Messages of which more is looked at than their role."""

_OWN_SETTINGS = ("citation_options", "safety_mode", "strict_tools")
_FIELDS = frozenset(
    {
        *_OWN_SETTINGS,
        "documents",
        "frequency_penalty",
        "k",
        "logprobs",
        "max_tokens",
        "messages",
        "model",
        "p",
        "presence_penalty",
        "priority",
        "response_format",
        "seed",
        "stop_sequences",
        "stream",
        "temperature",
        "thinking",
        "tool_choice",
        "tools",
    }
)
"""All fields of a request."""
_MESSAGE_FIELDS = {
    "system": frozenset({"role", "content"}),
    "user": frozenset({"role", "content"}),
    "assistant": frozenset({"role", "content", "tool_calls", PLAN, "citations"}),
    "tool": frozenset({"role", "content", "tool_call_id"}),
}
_MODELS = re.compile(r"(?:command|c4ai)(?:-[a-z0-9]+)*")
_REASONS = frozenset(
    {"COMPLETE", "STOP_SEQUENCE", "MAX_TOKENS", "TOOL_CALL", "ERROR", "TIMEOUT"}
)
"""Why an answer ended."""
_SOURCES = ("tool", "document")


def recognise(value: JsonValue) -> Recognition | None:
    if isinstance(value, list):
        return _by(_of_messages(value), value)
    if not isinstance(value, dict):
        return None
    if (
        "messages" not in value
        and "choices" not in value
        and isinstance(value.get("message"), dict)
    ):
        return _response(value, value["message"])
    messages = value.get("messages")
    if isinstance(messages, list):
        return _by(_of_request(value, messages), value) or _plain(value, messages)
    return _by(_of_messages([value]), value)


def _by(reason: str | None, value: JsonValue) -> Recognition | None:
    """What it is, where something tells that it is Cohere's."""
    base = recognising.recognise(value, COHERE) if reason is not None else None
    return (
        Recognition(base.shape, 0.99, reason)
        if base is not None and reason is not None
        else None
    )


def _response(body: JsonObject, message: JsonValue) -> Recognition | None:
    ended = body.get("finish_reason")
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return None
    if isinstance(ended, str) and ended in _REASONS:
        return Recognition(
            "response", 0.98, f'`message` beside `finish_reason`, which says "{ended}".'
        )
    reason = _of_messages([message]) if "finish_reason" in body else None
    return None if reason is None else Recognition("response", 0.95, reason)


def _plain(body: JsonObject, messages: list[JsonValue]) -> Recognition | None:
    """Bodies of Chat Completions that may be Cohere's too, as half of an exchange may."""
    if (
        not _is_within(body, messages)
        or recognising.recognise({**body, "messages": messages[:SAMPLE]}) is None
    ):
        return None
    model = body.get("model")
    if isinstance(model, str) and _MODELS.fullmatch(model):
        why = (
            f"It asks for Cohere's model `{model}`, with no field that Cohere's API does "
            "not have."
        )
        return Recognition("request", 0.96, why)
    why = (
        "It reads as Chat Completions, with no field that Cohere's API does not have, and "
        "none of its own."
    )
    return Recognition("request", 0.3, why)


def _is_within(body: JsonObject, messages: list[JsonValue]) -> bool:
    """Whether Cohere's API has all fields and words of a request."""
    if not body.keys() <= _FIELDS or body.get("tool_choice") is not None or not messages:
        return False
    return all(_message_is_within(message) for message in messages[:SAMPLE])


def _message_is_within(message: JsonValue) -> bool:
    role = message.get("role") if isinstance(message, dict) else None
    if (
        not isinstance(message, dict)
        or not isinstance(role, str)
        or role not in _MESSAGE_FIELDS
    ):
        return False
    calls = message.get("tool_calls")
    return message.keys() <= _MESSAGE_FIELDS[role] and all(
        isinstance(call, dict) and isinstance(call.get("function"), dict)
        for call in (calls if isinstance(calls, list) else ())
    )


def _of_request(body: JsonObject, messages: list[JsonValue]) -> str | None:
    """What tells that it is Cohere's, in a sentence; None where nothing does."""
    setting = next((name for name in _OWN_SETTINGS if body.get(name) is not None), None)
    if setting is not None:
        return f"The setting `{setting}` is Cohere's."
    word = body.get("tool_choice")
    if isinstance(word, str) and word in COHERE.words:
        return f'`tool_choice` says "{word}", as Cohere has it.'
    short = next((name for name in ("p", "k") if _is_number(body.get(name))), None)
    if short is not None and body.keys() <= _FIELDS:
        return f"The setting `{short}` is Cohere's."
    return _of_messages(messages)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _of_messages(messages: list[JsonValue]) -> str | None:
    for message in messages[:SAMPLE]:
        if not isinstance(message, dict):
            continue
        if message.get("role") == "assistant" and isinstance(message.get(PLAN), str):
            return f"An assistant's message has the key `{PLAN}`."
        if message.get("role") == "assistant" and _is_cited(message.get("citations")):
            return "An assistant's message has `citations` with their `sources`."
        if message.get("role") == "tool" and _holds_document(message.get("content")):
            return "A tool message holds a `document`."
    return None


def _is_cited(citations: JsonValue) -> bool:
    found = citations if isinstance(citations, list) else []
    held = [citation.get("sources") for citation in found if isinstance(citation, dict)]
    sources = [source for sources in held if isinstance(sources, list) for source in sources]
    return any(
        isinstance(source, dict) and source.get("type") in _SOURCES for source in sources
    )


def _holds_document(content: JsonValue) -> bool:
    return any(
        isinstance(part, dict)
        and part.get("type") == "document"
        and isinstance(part.get("document"), dict)
        for part in (content if isinstance(content, list) else ())
    )
