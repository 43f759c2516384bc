"""Whether a JSON value is Ollama's, told by what Chat Completions does not have.

Both have `messages` with calls in `tool_calls[]`, and most requests could be either's. What
tells are the settings that Ollama alone takes, arguments as an object in a call without a
`type`, and the fields of its messages: `tool_name`, `thinking`, and `images` as texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.formats.ollama.reading_messages import ROLES
from crosswire.formats.protocol import Recognition
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Messages looked at; what decides is seldom far from the start."""

_SPOKEN_ROLES = frozenset(ROLES)


def recognise(value: JsonValue) -> Recognition | None:
    if isinstance(value, list):
        return _messages(value)
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("message"), dict):
        return _response(value, value["message"])
    if isinstance(value.get("messages"), list):
        return _request(value, value["messages"])
    found = _messages([value])
    return None if found is None else Recognition("message", found.confidence, found.reason)


def _response(body: JsonObject, message: JsonValue) -> Recognition | None:
    """A whole answer; a piece of a stream says that it is not `done`."""
    if body.get("done") is not True or not _fits(message):
        return None
    sure = "created_at" in body or "done_reason" in body
    return Recognition(
        "response", 0.98 if sure else 0.92, "The answer is `message`, beside `done`."
    )


def _request(body: JsonObject, messages: JsonValue) -> Recognition | None:
    sample = messages[:SAMPLE] if isinstance(messages, list) else []
    if not sample or 2 * sum(map(_fits, sample)) <= len(sample):
        return None
    setting = next(_settings(body), None)
    if setting is not None:
        return Recognition("request", 0.97, f"`messages` of text beside `{setting}`.")
    reason = next(_telling(sample), None)
    if reason is not None:
        return Recognition("request", 0.96, f"`messages`: {reason}")
    why = "It reads as Chat Completions, and as Ollama's; nothing in it is Ollama's alone."
    return Recognition("request", 0.3, why) if all(map(_fits, sample)) else None


def _settings(body: JsonObject) -> Iterator[str]:
    """The settings that tell, the surer ones first."""
    if isinstance(body.get("options"), dict):
        yield "options"
    if "keep_alive" in body:
        yield "keep_alive"
    if isinstance(body.get("think"), bool) or body.get("think") in ("low", "medium", "high"):
        yield "think"
    form = body.get("format")
    if form in ("", "json") or (isinstance(form, dict) and "type" in form):
        yield "format"


def _messages(messages: list[JsonValue]) -> Recognition | None:
    """Decided by the first message with a key that only this format has."""
    sample = messages[:SAMPLE]
    fitting = sum(map(_fits, sample))
    reason = next(_telling(sample), None) if 2 * fitting > len(sample) else None
    if reason is None:
        return None
    return Recognition("messages", 0.95 if fitting == len(sample) else 0.72, reason)


def _fits(message: JsonValue) -> bool:
    """Whether it may be a message of this format: one that says text, whatever it has beside
    it."""
    if not isinstance(message, dict) or "parts" in message:
        return False
    role, content = message.get("role"), message.get("content")
    if not isinstance(role, str) or role.lower() not in _SPOKEN_ROLES:
        return False
    return content is None or isinstance(content, str)


def _telling(messages: list[JsonValue]) -> Iterator[str]:
    """What in these messages Chat Completions does not have, in sentences.

    Programs that keep Chat Completions with fields of their own beside it have such fields
    too, and arguments as text.
    """
    spoken = [message for message in messages if isinstance(message, dict)]
    if any(_has_arguments(message.get("tool_calls"), str) for message in spoken):
        return
    for message in spoken:
        role, images = message.get("role"), message.get("images")
        if role == "tool" and isinstance(message.get("tool_name"), str):
            yield "A result says its `tool_name`."
        elif role == "assistant" and isinstance(message.get("thinking"), str):
            yield "What the model thought stands in `thinking`, beside the text."
        elif (
            isinstance(images, list)
            and images
            and all(isinstance(image, str) for image in images)
        ):
            yield "Images stand in `images[]`, as texts."
        elif _are_ollamas(message.get("tool_calls")):
            yield "`arguments` are an object, in calls without a `type`."


def _has_arguments(calls: JsonValue, kind: type) -> bool:
    return any(
        isinstance(function.get("arguments"), kind) for _, function in _functions(calls)
    )


def _are_ollamas(calls: JsonValue) -> bool:
    """Whether calls are as Ollama writes them; Mistral's may have objects too, and say a type.

    Ollama's own documentation writes a type in calls of a history, and the place of the call
    then.
    """
    untyped = all(
        "type" not in call or "index" in function for call, function in _functions(calls)
    )
    return untyped and _has_arguments(calls, dict)


def _functions(calls: JsonValue) -> Iterator[tuple[JsonObject, JsonObject]]:
    """The calls, each with what it says of its function."""
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(call, dict) and isinstance(function, dict):
            yield call, function
