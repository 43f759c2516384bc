"""Whether a JSON value is Mistral's, told by what plain Chat Completions does not have.

Mistral's models are served by others too, who speak plain Chat Completions and make ids of
their own; and nine letters and digits may be anybody's. So that neither alone tells, but both
together do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.formats.mistral.variant import MISTRAL, OWN_CHUNKS
from crosswire.formats.openai_chat import recognising
from crosswire.formats.protocol import Recognition
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Messages of which more is looked at than their role."""

_OWN_SETTINGS = ("random_seed", "safe_prompt", "prompt_mode")
_MODELS = re.compile(
    r"(?:open-)?(?:mistral|mixtral|magistral|codestral|ministral|pixtral|devstral|voxtral)(?:[-_.:]|$)"
)
_ID = re.compile(r"[a-zA-Z0-9]{9}")
_RESPONSE_ID = re.compile(r"[0-9a-f]{32}")
"""Ids of Mistral's answers; other servers of its models put a word before theirs."""


def recognise(value: JsonValue) -> Recognition | None:
    reason = _reason(value)
    if reason is None:
        return _plain(value)
    base = recognising.recognise(value, MISTRAL)
    return None if base is None else Recognition(base.shape, 0.99, reason)


def _plain(value: JsonValue) -> Recognition | None:
    """Bodies of Chat Completions may be Mistral's too, as may one half of an exchange."""
    if not isinstance(value, dict):
        return None
    why = (
        "It reads as Chat Completions, which Mistral speaks too; nothing in it is "
        "Mistral's alone."
    )
    if value.get("object") == "chat.completion" and isinstance(value.get("choices"), list):
        return Recognition("response", 0.3, why)
    messages = value.get("messages")
    if not isinstance(messages, list) or not messages:
        return None
    plain = recognising.recognise({**value, "messages": messages[:SAMPLE]})
    return None if plain is None else Recognition("request", 0.3, why)


def _reason(value: JsonValue) -> str | None:
    """What tells that it is Mistral's, in a sentence; None where nothing does."""
    if isinstance(value, list):
        return _of_messages(value, None)
    if not isinstance(value, dict):
        return None
    model = value.get("model")
    named = model if isinstance(model, str) else None
    if isinstance(value.get("choices"), list):
        return _of_response(value, named)
    messages = value.get("messages")
    if not isinstance(messages, list):
        return _of_messages([value], None)
    setting = next((name for name in _OWN_SETTINGS if value.get(name) is not None), None)
    if setting is not None:
        return f"The setting `{setting}` is Mistral's."
    if value.get("tool_choice") == "any" and _is_mistral(named):
        return f'`tool_choice` says "any" to the model `{named}`.'
    return _of_messages(messages, named)


def _is_mistral(model: str | None) -> bool:
    return model is not None and _MODELS.match(model) is not None


def _of_response(body: JsonObject, model: str | None) -> str | None:
    response_id = body.get("id")
    if (
        _is_mistral(model)
        and isinstance(response_id, str)
        and _RESPONSE_ID.fullmatch(response_id)
    ):
        return (
            f"The answer is of the model `{model}`, with an `id` of 32 digits as "
            "Mistral's have."
        )
    choices = body["choices"] if isinstance(body["choices"], list) else []
    messages = [choice.get("message") for choice in choices if isinstance(choice, dict)]
    return _of_messages(messages, model)


def _of_messages(messages: list[JsonValue], model: str | None) -> str | None:
    sample = [message for message in messages[:SAMPLE] if isinstance(message, dict)]
    for message in sample:
        chunk = _own_chunk(message.get("content"))
        if chunk is not None:
            return f"`content[]` has a chunk of type `{chunk}`, as Mistral writes them."
        if (
            message.get("prefix") is True
            and message.get("role") == "assistant"
            and _is_mistral(model)
        ):
            return f"A message has the key `prefix`, beside the model `{model}`."
    if not _is_mistral(model) and model is not None:
        return None
    ids = list(_ids(sample))
    if not ids or not all(isinstance(value, str) and _ID.fullmatch(value) for value in ids):
        return None
    if model is not None:
        return f"All ids of calls have nine letters and digits, and the model is `{model}`."
    answers = [message for message in sample if message.get("role") == "tool"]
    if answers and all(isinstance(message.get("name"), str) for message in answers):
        return (
            "All ids of calls have nine letters and digits, and each tool message says "
            "the tool's `name`."
        )
    return None


def _own_chunk(content: JsonValue) -> str | None:
    for chunk in content if isinstance(content, list) else []:
        kind = chunk.get("type") if isinstance(chunk, dict) else None
        if not isinstance(chunk, dict) or not isinstance(kind, str):
            continue
        if kind in OWN_CHUNKS or (
            kind == "thinking" and isinstance(chunk.get("thinking"), list)
        ):
            return kind
    return None


def _ids(messages: list[JsonObject]) -> Iterator[JsonValue]:
    """The ids of all calls, and those that results answer."""
    for message in messages:
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            yield call.get("id") if isinstance(call, dict) else None
        if message.get("role") == "tool":
            yield message.get("tool_call_id")
