"""Whether a JSON value is of Interactions: a request, an answer, or steps.

Many of its words are those of others (`function_call`, `text`), so that they count beside the
fields that only this interface has with them.
"""

from __future__ import annotations

from crosswire.formats.gemini_interactions.names import (
    CONTENT,
    NAME,
    SPOKEN,
    TURNS,
    is_call,
)
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import first_field, recognise_messages, reshaped
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, text_field, type_of
from crosswire.wire_types import WIRE_TYPES

_OWN_FIELDS = ("previous_interaction_id", "system_instruction", "agent_config")
_OWN_USAGE = "total_input_tokens"
_SAID = ("steps", "outputs")
_KNOWN = {row.discriminator.value for row in WIRE_TYPES if row.format == NAME}
_OF_CALLS = {"type", "id", "name", "arguments"}
"""All fields of a call; the other formats that have its type name it by a `call_id` too."""
_OF_OTHERS = {row.discriminator.value for row in WIRE_TYPES if row.format != NAME}


def recognise(value: JsonValue) -> Recognition | None:
    """Whether a JSON value is of this format, with the reason."""
    if isinstance(value, list):
        return _steps(value)
    if not isinstance(value, dict) or "messages" in value:
        return None
    said = next((name for name in _SAID if isinstance(value.get(name), list)), None)
    if value.get("object") == "interaction":
        return Recognition("response", 0.98, 'The key `object` says "interaction".')
    if said is not None and "status" in value:
        return _answer(value, said)
    if "input" in value:
        return _request(value)
    return reshaped(_steps([value]), "message")


def _answer(body: JsonObject, name: str) -> Recognition | None:
    usage = body.get("usage")
    if isinstance(usage, dict) and _OWN_USAGE in usage:
        return Recognition("response", 0.95, f"`usage` counts `{_OWN_USAGE}`.")
    found = _steps(list_or_empty(body[name]), in_body=True)
    if found is None:
        return None
    return Recognition("response", found.confidence, f"`{name}`: {found.reason}")


def _request(body: JsonObject) -> Recognition | None:
    field = first_field(body, _OWN_FIELDS)
    if isinstance(body.get("generation_config"), dict):
        field = "generation_config"
    given = body["input"]
    if not _may_be_input(given):
        return None
    if field is not None:
        return Recognition("request", 0.95, f"`input` stands beside `{field}`.")
    found = _steps(list_or_empty(given))
    if found is not None and found.confidence >= 0.9:
        return Recognition("request", 0.95, f"`input`: {found.reason}")
    if "model" not in body and "agent" not in body:
        return None
    # A request of Responses looks the same; the answer to it tells.
    return Recognition("request", 0.2, "`input` beside `model` or `agent`.")


def _may_be_input(given: JsonValue) -> bool:
    if isinstance(given, dict):
        return _fits(given)
    return isinstance(given, str) or (isinstance(given, list) and all(map(_fits, given)))


def _steps(items: list[JsonValue], *, in_body: bool = False) -> Recognition | None:
    """Steps; within a body, words that other formats have too tell by their fields."""
    telling = _telling_in_body if in_body else _telling
    return recognise_messages(items, _fits, telling, sure=0.93, unsure=0.9, plain=None)


def _fits(item: JsonValue) -> bool:
    """Whether this may be a step, a turn or a piece of content."""
    kind = type_of(item)
    if kind is None:
        return text_field(item, "role") in TURNS and "parts" not in object_or_empty(item)
    return kind in SPOKEN or kind in CONTENT or kind == "thought" or kind in _KNOWN


def _telling(item: JsonValue) -> str | None:
    """What in an item no other format has, or None."""
    fields = object_or_empty(item)
    is_like_others = type_of(item) in _OF_OTHERS and not fields.keys() <= _OF_CALLS
    return None if is_like_others else _telling_in_body(item)


def _telling_in_body(item: JsonValue) -> str | None:
    kind, fields = type_of(item) or "", object_or_empty(item)
    is_own = kind in SPOKEN and isinstance(fields.get("content"), (list, str))
    if kind in _KNOWN and is_call(kind):
        given = fields.get("arguments", {})
        is_own = "id" in fields and "call_id" not in fields and isinstance(given, dict)
    elif kind in _KNOWN:
        is_own = "call_id" in fields
    return f"There is a step of type `{kind}`." if is_own else None
