"""Whether a JSON value is of Responses: a body, a page of stored items, bare items, or one of
them."""

from __future__ import annotations

from crosswire.formats.openai_responses.variant import RESPONSES, Variant
from crosswire.formats.protocol import Recognition
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Items looked at; what decides is seldom far from the start."""

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
_OF_REQUESTS = (
    "instructions",
    "max_output_tokens",
    "previous_response_id",
    "include",
    "reasoning",
    "store",
)


def recognise(value: JsonValue, variant: Variant = RESPONSES) -> Recognition | None:
    if isinstance(value, list):
        return _items(value, variant)
    if not isinstance(value, dict) or "messages" in value:
        return None
    if isinstance(value.get("output"), list):
        answered = _response(value, value["output"], variant)
        if "input" not in value:
            return answered
        if answered is not None:
            return Recognition(
                "request",
                answered.confidence,
                f"{answered.reason} Its `input` stands beside it.",
            )
    if value.get("object") == "list" and isinstance(value.get("data"), list):
        return _page(value["data"], variant)
    if "input" in value:
        return _request(value, value["input"], variant)
    found = _items([value], variant)
    return None if found is None else Recognition("message", found.confidence, found.reason)


def _response(body: JsonObject, output: JsonValue, variant: Variant) -> Recognition | None:
    if body.get("object") == "response":
        return Recognition(
            "response", 0.98, 'The key `object` says "response", and `output` holds items.'
        )
    found = _items(output if isinstance(output, list) else [], variant)
    if found is None or found.confidence < 0.9:
        return None
    return Recognition("response", 0.9, f"`output`: {found.reason}")


def _page(data: JsonValue, variant: Variant) -> Recognition | None:
    found = _items(data if isinstance(data, list) else [], variant)
    if found is None or found.confidence < 0.9:
        return None
    return Recognition("response", 0.95, f'`object` says "list", and `data`: {found.reason}')


def _request(body: JsonObject, given: JsonValue, variant: Variant) -> Recognition | None:
    setting = next((name for name in _OF_REQUESTS if name in body), None)
    if isinstance(given, str):
        if setting is None and not _has_flat_tools(body.get("tools")):
            # A request for embeddings looks the same.
            return Recognition("request", 0.4, "`input` is text.") if "model" in body else None
        beside = "tools" if setting is None else setting
        return Recognition("request", 0.9, f"`input` is text, beside `{beside}`.")
    if not isinstance(given, list):
        return None
    found = _items(given, variant)
    if found is None and given:
        return None
    if _has_flat_tools(body.get("tools")):
        return Recognition(
            "request", 0.96, "`tools[]` declare `name` beside `type`, and `input` holds items."
        )
    if found is not None and found.confidence >= 0.9:
        return Recognition("request", 0.95, f"`input`: {found.reason}")
    if setting is not None or found is not None:
        return Recognition(
            "request", 0.85, "`input` holds messages; Chat Completions would say `messages`."
        )
    return None


def _has_flat_tools(tools: JsonValue) -> bool:
    if not isinstance(tools, list):
        return False
    return any(
        isinstance(tool, dict) and isinstance(tool.get("type"), str) and "function" not in tool
        for tool in tools
    )


def _items(items: list[JsonValue], variant: Variant) -> Recognition | None:
    """Decided by items that only this format has, where most of the rest fits too."""
    sample = items[:SAMPLE]
    if not sample:
        return None
    fitting = sum(_fits(item, variant) for item in sample)
    if 2 * fitting <= len(sample):
        return None
    for item in items:
        reason = _telling(item, variant)
        if reason is not None:
            return Recognition("messages", 0.93 if fitting == len(sample) else 0.9, reason)
    if fitting < len(sample) or not all(
        isinstance(item, dict) and "role" in item for item in sample
    ):
        return None
    return Recognition(
        "messages", 0.4, "Messages with `role` and `content`, as `input` may hold them."
    )


def _telling(item: JsonValue, variant: Variant) -> str | None:
    """What in an item no other format has, or None."""
    if not isinstance(item, dict):
        return None
    kind, content = item.get("type"), item.get("content")
    if kind in ("message", None):
        parts = (
            [part for part in content if isinstance(part, dict)]
            if isinstance(content, list)
            else []
        )
        telling = next(
            (kind for kind in map(_type_of, parts) if kind in _PART_TYPES - {"refusal"}), None
        )
        return None if telling is None else f"A message holds `{telling}`."
    if (
        kind == "function_call"
        and "call_id" not in item
        and not isinstance(item.get("arguments"), str)
    ):
        return None
    if not variant.may_know(kind):
        return None
    if variant.knows(kind):
        return f"There is an item of type `{kind}`."
    if isinstance(item.get("call_id"), str):
        return f"There is an item of type `{kind}` with a `call_id`."
    return None


def _fits(item: JsonValue, variant: Variant) -> bool:
    """Whether this may be an item: of a known type, or something that somebody says."""
    if not isinstance(item, dict):
        return False
    if item.get("type", "message") != "message":
        return variant.may_know(item["type"])
    role = item.get("role")
    known = isinstance(role, str) and role in _ROLES
    return known and "stop_reason" not in item and _content_fits(item.get("content"))


def _content_fits(content: JsonValue) -> bool:
    if not isinstance(content, list):
        return isinstance(content, str)
    return all(_type_of(part) in _PART_TYPES for part in content)


def _type_of(part: JsonValue) -> str | None:
    kind = part.get("type") if isinstance(part, dict) else None
    return kind if isinstance(kind, str) else None
