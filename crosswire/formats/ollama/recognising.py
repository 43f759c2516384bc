"""Whether a JSON value is Ollama's, told by what Chat Completions does not have.

Both have `messages` with calls in `tool_calls[]`, and most requests could be either's. What
tells are the settings that Ollama alone takes, arguments as an object in a call without a
`type`, and the fields of its messages: `tool_name`, `thinking`, and `images` as texts.
"""

from __future__ import annotations

from collections.abc import Callable

from crosswire.formats.ollama.reading_messages import ROLES
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import SAMPLE, first_of, recognise_value
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import (
    are_texts,
    list_or_empty,
    object_or_empty,
    objects_in,
    text_or_empty,
)


def recognise(value: JsonValue) -> Recognition | None:
    """Whether a JSON value is of this format, with the reason."""
    bodies = (("message", dict, _response), ("messages", list, _request))
    return recognise_value(value, bodies, _messages)


def _response(body: JsonObject) -> Recognition | None:
    """A whole answer; a piece of a stream says that it is not `done`."""
    if body.get("done") is not True or not _fits(body["message"]):
        return None
    sure = not body.keys().isdisjoint(("created_at", "done_reason"))
    why = "The answer is `message`, beside `done`."
    return Recognition("response", 0.98 if sure else 0.92, why)


def _request(body: JsonObject) -> Recognition | None:
    sample = list_or_empty(body["messages"])[:SAMPLE]
    fitting = sum(map(_fits, sample))
    if 2 * fitting <= len(sample):
        return None
    settings = (
        name for name, tells in _SETTINGS.items() if name in body and tells(body[name])
    )
    setting = next(settings, None)
    if setting is not None:
        return Recognition("request", 0.97, f"`messages` of text beside `{setting}`.")
    reason = _telling(sample)
    if reason is not None:
        return Recognition("request", 0.96, f"`messages`: {reason}")
    why = "It reads as Chat Completions, and as Ollama's; nothing in it is Ollama's alone."
    return Recognition("request", 0.3, why) if fitting == len(sample) else None


def _is_format(value: JsonValue) -> bool:
    """Whether it is a form of output as Ollama takes it: a word, or a schema."""
    return value in ("", "json") or (isinstance(value, dict) and "type" in value)


_SETTINGS: dict[str, Callable[[JsonValue], bool]] = {
    "options": lambda value: isinstance(value, dict),
    "keep_alive": lambda value: True,
    "think": lambda value: isinstance(value, bool) or value in ("low", "medium", "high"),
    "format": _is_format,
}
"""The settings that tell, the surer ones first, each with the values that do."""


def _messages(messages: list[JsonValue]) -> Recognition | None:
    """Decided by the first message with a key that only this format has."""
    sample = messages[:SAMPLE]
    fitting = sum(map(_fits, sample))
    reason = _telling(sample) if 2 * fitting > len(sample) else None
    if reason is None:
        return None
    return Recognition("messages", 0.95 if fitting == len(sample) else 0.72, reason)


def _fits(message: JsonValue) -> bool:
    """Whether it may be a message of this format: one that says text, whatever else it has."""
    if not isinstance(message, dict) or "parts" in message:
        return False
    content = message.get("content")
    known = text_or_empty(message.get("role")).lower() in ROLES
    return known and (content is None or isinstance(content, str))


def _telling(messages: list[JsonValue]) -> str | None:
    """What in these messages Chat Completions does not have, in a sentence.

    Programs that keep Chat Completions with fields of their own have such fields too, and
    arguments as text.
    """
    spoken = objects_in(messages)
    if any(_has_arguments(message.get("tool_calls"), str) for message in spoken):
        return None
    return first_of(map(_telling_field, spoken))


def _telling_field(message: JsonObject) -> str | None:
    role, images = message.get("role"), message.get("images")
    if role == "tool" and isinstance(message.get("tool_name"), str):
        return "A result says its `tool_name`."
    if role == "assistant" and isinstance(message.get("thinking"), str):
        return "What the model thought stands in `thinking`, beside the text."
    if images and are_texts(images):
        return "Images stand in `images[]`, as texts."
    if _are_ollamas(message.get("tool_calls")):
        return "`arguments` are an object, in calls without a `type`."
    return None


def _has_arguments(calls: JsonValue, kind: type) -> bool:
    functions = [object_or_empty(call["function"]) for call in _calls(calls)]
    return any(isinstance(function.get("arguments"), kind) for function in functions)


def _are_ollamas(calls: JsonValue) -> bool:
    """Whether calls are as Ollama writes them; Mistral's may have objects too, and say a type.

    Ollama's own documentation writes a type in calls of a history, and the place of the call
    then.
    """
    typed = [call for call in _calls(calls) if "type" in call]
    placed = all("index" in object_or_empty(call["function"]) for call in typed)
    return placed and _has_arguments(calls, dict)


def _calls(calls: JsonValue) -> list[JsonObject]:
    """The calls of functions."""
    return [call for call in objects_in(calls) if isinstance(call.get("function"), dict)]
