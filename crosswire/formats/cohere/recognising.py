"""Whether a JSON value is Cohere's, told by what plain Chat Completions does not have.

Requests of both may be equal to the letter. Such a request is taken for Cohere's where it asks
for a model by the name that Cohere gives it (others who serve it write more: `cohere/...`,
`...:35b`), and has no field that Cohere's API has not.
"""

from __future__ import annotations

import re

from crosswire.formats.cohere.variant import COHERE, PLAN
from crosswire.formats.openai_chat import recognising
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import SAMPLE, first_given, first_of
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import (
    is_number,
    list_or_empty,
    object_or_empty,
    objects_in,
    text_field,
    text_or_none,
    type_of,
)

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
    """Whether a JSON value is Cohere's, with the reason."""
    if isinstance(value, list):
        return _by(_of_messages(value), value)
    if not isinstance(value, dict):
        return None
    message, messages = value.get("message"), value.get("messages")
    if isinstance(message, dict) and value.keys().isdisjoint(("messages", "choices")):
        return _response(value, message)
    if isinstance(messages, list):
        return _by(_of_request(value, messages), value) or _plain(value, messages)
    return _by(_of_messages([value]), value)


def _by(reason: str | None, value: JsonValue) -> Recognition | None:
    """What it is, where something tells that it is Cohere's."""
    if reason is None:
        return None
    base = recognising.recognise(value, COHERE)
    return None if base is None else Recognition(base.shape, 0.99, reason)


def _response(body: JsonObject, message: JsonObject) -> Recognition | None:
    if message.get("role") != "assistant" or "finish_reason" not in body:
        return None
    ended = text_or_none(body["finish_reason"])
    if ended in _REASONS:
        why = f'`message` beside `finish_reason`, which says "{ended}".'
        return Recognition("response", 0.98, why)
    reason = _telling(message)
    return None if reason is None else Recognition("response", 0.95, reason)


def _plain(body: JsonObject, messages: list[JsonValue]) -> Recognition | None:
    """Bodies of Chat Completions that may be Cohere's too, as half of an exchange may."""
    sample = messages[:SAMPLE]
    if not _is_within(body, sample) or not recognising.recognise({**body, "messages": sample}):
        return None
    model = text_or_none(body.get("model")) or ""
    if _MODELS.fullmatch(model):
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
    if not body.keys() <= _FIELDS or body.get("tool_choice") is not None:
        return False
    return bool(messages) and all(map(_message_is_within, messages))


def _message_is_within(message: JsonValue) -> bool:
    fields = _MESSAGE_FIELDS.get(text_field(message, "role") or "")
    if fields is None or not isinstance(message, dict):
        return False
    functions = [
        object_or_empty(call).get("function")
        for call in list_or_empty(message.get("tool_calls"))
    ]
    return message.keys() <= fields and all(isinstance(f, dict) for f in functions)


def _of_request(body: JsonObject, messages: list[JsonValue]) -> str | None:
    """What tells that it is Cohere's, in a sentence; None where nothing does."""
    setting = first_given(body, _OWN_SETTINGS)
    if setting is not None:
        return f"The setting `{setting}` is Cohere's."
    word = text_or_none(body.get("tool_choice"))
    if word in COHERE.words:
        return f'`tool_choice` says "{word}", as Cohere has it.'
    short = next((name for name in ("p", "k") if is_number(body.get(name))), None)
    if short is not None and body.keys() <= _FIELDS:
        return f"The setting `{short}` is Cohere's."
    return _of_messages(messages)


def _of_messages(messages: list[JsonValue]) -> str | None:
    return first_of(map(_telling, objects_in(messages[:SAMPLE])))


def _telling(message: JsonObject) -> str | None:
    """What in one message only Cohere's have, in a sentence."""
    if message.get("role") == "assistant":
        if isinstance(message.get(PLAN), str):
            return f"An assistant's message has the key `{PLAN}`."
        if any(map(_has_sources, objects_in(message.get("citations")))):
            return "An assistant's message has `citations` with their `sources`."
    if message.get("role") == "tool" and any(
        map(_is_document, objects_in(message.get("content")))
    ):
        return "A tool message holds a `document`."
    return None


def _has_sources(citation: JsonObject) -> bool:
    return any(type_of(source) in _SOURCES for source in objects_in(citation.get("sources")))


def _is_document(part: JsonObject) -> bool:
    return part.get("type") == "document" and isinstance(part.get("document"), dict)
