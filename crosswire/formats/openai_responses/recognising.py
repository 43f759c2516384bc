"""Whether a JSON value is of Responses: a body, a page of stored items, bare items, or one of
them."""

from __future__ import annotations

from functools import partial

from crosswire.formats.openai_responses.names import FIELDS_OF_REQUESTS
from crosswire.formats.openai_responses.stored_items import first_items, is_begun
from crosswire.formats.openai_responses.variant import RESPONSES, Variant
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import (
    SAMPLE,
    declares_alone,
    first_field,
    first_of,
    recognise_messages,
    reshaped,
)
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, objects_in, text_field, type_of

_ROLES = frozenset({"system", "developer", "user", "assistant"})
_PART_TYPES = frozenset(
    {
        "input_text",
        "output_text",
        "input_image",
        "input_file",
        "input_audio",
        "refusal",
        "summary_text",
    }
)
_TELLING_PARTS = _PART_TYPES - {"refusal"}
_PLAIN = (0.4, "Messages with `role` and `content`, as `input` may hold them.")
_OF_REQUESTS = (
    "instructions",
    "max_output_tokens",
    "previous_response_id",
    "include",
    "reasoning",
    "store",
)


_BEGUN = Recognition("response", 0, 'The key `object` says "conversation".')
"""It says nothing, and is an answer only beside a request."""
_OF_INTERACTIONS = frozenset(
    {"generation_config", "previous_interaction_id", "system_instruction", "agent_config"}
)
"""Fields beside `input` that Gemini Interactions has, and this format does not."""


def recognise(value: JsonValue, variant: Variant = RESPONSES) -> Recognition | None:
    """Whether a JSON value is of this variant, with the reason."""
    if isinstance(value, list):
        return _items(value, variant)
    if not isinstance(value, dict) or "messages" in value:
        return None
    tools_alone = declares_alone(value, _is_flat_function)
    if tools_alone is not None:
        return tools_alone if variant is RESPONSES else None
    answered = _response(value, variant) if isinstance(value.get("output"), list) else None
    if answered is not None and "input" in value:
        why = f"{answered.reason} Its `input` stands beside it."
        return Recognition("request", answered.confidence, why)
    if isinstance(value.get("output"), list) and "input" not in value:
        return answered
    if value.get("object") == "list" and isinstance(value.get("data"), list):
        return _in_list(value["data"], variant, 0.95, '`object` says "list", and `data`')
    if "input" in value:
        return _request(value, value["input"], variant)
    if is_begun(value):
        return _BEGUN
    if (given := first_items(value)) is not None:
        return _beginning(given, variant)
    return reshaped(_items([value], variant), "message")


def _response(body: JsonObject, variant: Variant) -> Recognition | None:
    if body.get("object") == "response":
        why = 'The key `object` says "response", and `output` holds items.'
        return Recognition("response", 0.98, why)
    return _in_list(body["output"], variant, 0.9, "`output`")


def _in_list(
    items: JsonValue, variant: Variant, confidence: float, where: str
) -> Recognition | None:
    """A response, where some item tells that its items are of this variant."""
    found = _items(list_or_empty(items), variant)
    if found is None or found.confidence < 0.9:
        return None
    return Recognition("response", confidence, f"{where}: {found.reason}")


def _request(body: JsonObject, given: JsonValue, variant: Variant) -> Recognition | None:
    if not _OF_INTERACTIONS.isdisjoint(body):
        return None
    setting = first_field(body, _OF_REQUESTS)
    has_tools = _has_flat_tools(body.get("tools"))
    if isinstance(given, str):
        return _text_request(body, "tools" if setting is None and has_tools else setting)
    if not isinstance(given, list):
        return None
    found = _items(given, variant)
    if found is None and given:
        telling = "tools" if has_tools else setting
        return _with_foreign_messages(body, given, telling)
    if has_tools:
        why = "`tools[]` declare `name` beside `type`, and `input` holds items."
        return Recognition("request", 0.96, why)
    if found is not None and found.confidence >= 0.9:
        return Recognition("request", 0.95, f"`input`: {found.reason}")
    if setting is not None or found is not None:
        why = "`input` holds messages; Chat Completions would say `messages`."
        return Recognition("request", 0.85, why)
    return None


def _with_foreign_messages(
    body: JsonObject, given: list[JsonValue], telling: str | None
) -> Recognition | None:
    """A request whose `input` has messages of another format, as where a program took the
    history over as it was. What logs requests in a form of its own has `input` too, so that
    all other fields must be those of a request."""
    all_have_roles = all(text_field(item, "role") is not None for item in given)
    if not all_have_roles or not isinstance(body.get("model"), str):
        return None
    if telling is None and not FIELDS_OF_REQUESTS.issuperset(body):
        return None
    beside = f"beside `{telling}`" if telling else "and all other fields are a request's"
    why = f"`input` holds messages of another format, {beside}."
    return Recognition("request", 0.85, why)


def _text_request(body: JsonObject, telling: str | None) -> Recognition | None:
    if telling is not None:
        return Recognition("request", 0.9, f"`input` is text, beside `{telling}`.")
    # A request for embeddings looks the same.
    return Recognition("request", 0.4, "`input` is text.") if "model" in body else None


def _beginning(given: list[JsonValue], variant: Variant) -> Recognition | None:
    """A request that begins a stored conversation; messages without a word of this format are
    one only beside the answer to it."""
    found = _items(given, variant)
    if found is None:
        return None
    sure = 0.9 if found.confidence >= 0.9 else 0
    return Recognition("request", sure, f"`items`: {found.reason}")


def _is_flat_function(tool: JsonObject) -> bool:
    return tool.get("type") == "function" and isinstance(tool.get("name"), str)


def _has_flat_tools(tools: JsonValue) -> bool:
    return any(
        type_of(tool) is not None and "function" not in tool for tool in objects_in(tools)
    )


def _items(items: list[JsonValue], variant: Variant) -> Recognition | None:
    """Decided by items that only this format has, where most of the rest fits too."""
    all_have_roles = all("role" in item for item in objects_in(items[:SAMPLE]))
    return recognise_messages(
        items,
        partial(_fits, variant=variant),
        partial(_telling, variant=variant),
        sure=0.93,
        unsure=0.9,
        plain=_PLAIN if all_have_roles else None,
    )


def _telling(item: JsonValue, variant: Variant) -> str | None:
    """What in an item no other format has, or None."""
    if not isinstance(item, dict):
        return None
    kind = item.get("type")
    if kind in ("message", None):
        types = map(type_of, list_or_empty(item.get("content")))
        telling = first_of(kind for kind in types if kind in _TELLING_PARTS)
        return None if telling is None else f"A message holds `{telling}`."
    has_text = isinstance(item.get("arguments"), str)
    if kind == "function_call" and "call_id" not in item and not has_text:
        return None
    if variant.knows(kind):
        return f"There is an item of type `{kind}`."
    has_state = {"id", "status"} <= item.keys()
    if variant is RESPONSES and variant.may_know(kind) and ":" in str(kind) and has_state:
        return f"There is an item of a server's own type `{kind}`."
    if variant.may_know(kind) and isinstance(item.get("call_id"), str):
        return f"There is an item of type `{kind}` with a `call_id`."
    return None


def _fits(item: JsonValue, variant: Variant) -> bool:
    """Whether this may be an item: of a known type, or a message."""
    if not isinstance(item, dict):
        return False
    if item.get("type", "message") != "message":
        return variant.may_know(item["type"])
    known = text_field(item, "role") in _ROLES and "stop_reason" not in item
    return known and _content_fits(item.get("content"))


def _content_fits(content: JsonValue) -> bool:
    if not isinstance(content, list):
        return isinstance(content, str)
    return all(type_of(part) in _PART_TYPES for part in content)
