"""Whether a JSON value is Mistral's, told by what plain Chat Completions does not have.

Others serve Mistral's models too, speak plain Chat Completions and make ids of their own; and
any provider may write ids of nine letters and digits. So neither alone tells, but both
together do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.formats.mistral.variant import MISTRAL, OWN_CHUNKS
from crosswire.formats.openai_chat import recognising
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import SAMPLE, first_given, first_of
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_or_none,
    type_of,
)

_OWN_SETTINGS = ("random_seed", "safe_prompt", "prompt_mode")
_MODELS = re.compile(
    r"(?:open-)?(?:mistral|mixtral|magistral|codestral|ministral|pixtral|devstral|voxtral)(?:[-_.:]|$)"
)
_ID = re.compile(r"[a-zA-Z0-9]{9}")
_RESPONSE_ID = re.compile(r"[0-9a-f]{32}")
"""Ids of Mistral's answers; other servers of its models put a word before theirs."""
_PLAIN = (
    "It reads as Chat Completions, which Mistral speaks too; nothing in it is Mistral's alone."
)


def recognise(value: JsonValue) -> Recognition | None:
    """Whether a JSON value is Mistral's, with the reason."""
    reason = _reason(value)
    if reason is None:
        return _plain(value)
    base = recognising.recognise(value, MISTRAL)
    return None if base is None else Recognition(base.shape, 0.99, reason)


def _plain(value: JsonValue) -> Recognition | None:
    """Bodies of Chat Completions may be Mistral's too, as may one half of an exchange."""
    body = object_or_empty(value)
    if body.get("object") == "chat.completion" and isinstance(body.get("choices"), list):
        return Recognition("response", 0.3, _PLAIN)
    sample = list_or_empty(body.get("messages"))[:SAMPLE]
    if not sample or recognising.recognise({**body, "messages": sample}) is None:
        return None
    return Recognition("request", 0.3, _PLAIN)


def _reason(value: JsonValue) -> str | None:
    """What tells that it is Mistral's, in a sentence; None where nothing does."""
    if isinstance(value, list):
        return _of_messages(value, None)
    body = object_or_empty(value)
    model = text_or_none(body.get("model"))
    if isinstance(body.get("choices"), list):
        return _of_response(body, model)
    messages = body.get("messages")
    if not isinstance(messages, list):
        return _of_messages([body], None)
    setting = first_given(body, _OWN_SETTINGS)
    if setting is not None:
        return f"The setting `{setting}` is Mistral's."
    if body.get("tool_choice") == "any" and _is_mistral(model):
        return f'`tool_choice` says "any" to the model `{model}`.'
    return _of_messages(messages, model)


def _is_mistral(model: str | None) -> bool:
    return _MODELS.match(model or "") is not None


def _of_response(body: JsonObject, model: str | None) -> str | None:
    response_id = text_or_none(body.get("id")) or ""
    if _is_mistral(model) and _RESPONSE_ID.fullmatch(response_id):
        return (
            f"The answer is of the model `{model}`, with an `id` of 32 digits as "
            "Mistral's have."
        )
    messages = [choice.get("message") for choice in objects_in(body["choices"])]
    return _of_messages(messages, model)


def _of_messages(messages: list[JsonValue], model: str | None) -> str | None:
    sample = objects_in(messages[:SAMPLE])
    reason = first_of(_telling(message, model) for message in sample)
    if reason is not None or not _has_short_ids(sample):
        return reason
    if _is_mistral(model):
        return f"All ids of calls have nine letters and digits, and the model is `{model}`."
    answers = [message for message in sample if message.get("role") == "tool"]
    if model is None and answers and all(isinstance(a.get("name"), str) for a in answers):
        return (
            "All ids of calls have nine letters and digits, and each tool message says "
            "the tool's `name`."
        )
    return None


def _telling(message: JsonObject, model: str | None) -> str | None:
    """What in one message only Mistral's have."""
    chunk = first_of(map(_own_chunk, list_or_empty(message.get("content"))))
    if chunk is not None:
        return f"`content[]` has a chunk of type `{chunk}`, as Mistral writes them."
    is_prefix = message.get("prefix") is True and message.get("role") == "assistant"
    if is_prefix and _is_mistral(model):
        return f"A message has the key `prefix`, beside the model `{model}`."
    return None


def _own_chunk(chunk: JsonValue) -> str | None:
    kind = type_of(chunk)
    thinks = kind == "thinking" and isinstance(object_or_empty(chunk).get("thinking"), list)
    return kind if kind in OWN_CHUNKS or thinks else None


def _has_short_ids(messages: list[JsonObject]) -> bool:
    """Whether there are calls, and all their ids have nine letters and digits."""
    ids = list(_ids(messages))
    return bool(ids) and all(isinstance(value, str) and _ID.fullmatch(value) for value in ids)


def _ids(messages: list[JsonObject]) -> Iterator[JsonValue]:
    """The ids of all calls, and those that results answer."""
    for message in messages:
        for call in list_or_empty(message.get("tool_calls")):
            yield object_or_empty(call).get("id")
        if message.get("role") == "tool":
            yield message.get("tool_call_id")
