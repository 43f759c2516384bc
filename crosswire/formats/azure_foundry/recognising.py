"""Whether a JSON value is Foundry's, told by what neither OpenAI Responses nor Assistants
have.

Its plain items are those of Responses, so that a log in which nothing tells is left to that
format.
"""

from __future__ import annotations

from crosswire.formats.azure_foundry import classic
from crosswire.formats.azure_foundry.item_types import FOUNDRY, OWN_TOOLS, TELLING
from crosswire.formats.openai_responses import recognising
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import SAMPLE, first_given, first_of
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_field,
    type_of,
)

_TELLING_FIELDS = ("agent_reference", "agent_session_id")
_LOOKED_AT = frozenset({*_TELLING_FIELDS, "id", "response_id", "agent", "created_by"})
_PLAIN = (
    "It reads as Responses, which Azure AI Foundry speaks too; nothing in it is Foundry's "
    "alone."
)
_OWN_IDS = ("caresp_", "wfresp_", "wfa_")


def recognise(value: JsonValue) -> Recognition | None:
    """Whether a JSON value is Foundry's, with the reason."""
    old = _classic(value)
    if old is not None:
        return old
    reason = _reason(value)
    if reason is None:
        return _plain(object_or_empty(value))
    base = recognising.recognise(value, FOUNDRY)
    return None if base is None else Recognition(base.shape, 0.99, reason)


def _plain(body: JsonObject) -> Recognition | None:
    """Bodies of Responses may be Foundry's too: looked at in passing, as that format looks
    closer."""
    if body.get("object") == "response" and isinstance(body.get("output"), list):
        return Recognition("response", 0.3, _PLAIN)
    last = list_or_empty(body.get("input"))[-1:]
    if "messages" not in body and any(FOUNDRY.knows(type_of(item)) for item in last):
        return Recognition("request", 0.3, _PLAIN)
    return None


def _reason(value: JsonValue) -> str | None:
    """What tells that it is of Foundry, in a sentence; None where nothing does."""
    if isinstance(value, list):
        return _of_items(value)
    body = object_or_empty(value)
    reason = _of_object(body) or _of_tools(body.get("tools")) or _of_type(type_of(body))
    items = (list_or_empty(body.get(name)) for name in ("output", "input", "data"))
    return reason or first_of(map(_of_items, items))


def _of_items(items: list[JsonValue]) -> str | None:
    reason = first_of(map(_of_object, objects_in(items[:SAMPLE])))
    if reason is not None:
        return f"An item: {reason}"
    return first_of(map(_of_type, map(type_of, items)))


def _of_type(kind: str | None) -> str | None:
    if kind not in TELLING:
        return None
    return f"There is an item of type `{kind}`, which only Foundry has."


def _of_object(body: JsonObject) -> str | None:
    """What tells in the fields of a body or an item."""
    if _LOOKED_AT.isdisjoint(body):
        return None
    field = first_given(body, _TELLING_FIELDS)
    if field is not None:
        return f"The key `{field}` is Foundry's."
    for name in ("id", "response_id"):
        value = text_field(body, name) or ""
        if value.startswith(_OWN_IDS):
            prefix = value.partition("_")[0]
            return f"The key `{name}` begins with `{prefix}_`, as Foundry's ids do."
    for name in ("agent", "created_by"):
        inner = object_or_empty(body.get(name))
        if inner.get("type") == "agent_reference" or "response_id" in inner:
            return f"The key `{name}` holds an agent's reference."
    return None


def _of_tools(tools: JsonValue) -> str | None:
    kind = first_of(kind for kind in map(type_of, list_or_empty(tools)) if kind in OWN_TOOLS)
    return None if kind is None else f"`tools[]` declare `{kind}`, which only Foundry has."


# Agents of the older kind


def _classic(value: JsonValue) -> Recognition | None:
    if isinstance(value, list):
        reason = _of_classic(value)
        return None if reason is None else Recognition("messages", 0.9, reason)
    body = object_or_empty(value)
    if body.get("object") == "list" and isinstance(body.get("data"), list):
        reason = _of_classic(list_or_empty(body["data"]))
        return None if reason is None else Recognition("response", 0.95, f"`data`: {reason}")
    reason = _of_classic([body])
    return None if reason is None else Recognition("message", 0.9, reason)


def _of_classic(items: list[JsonValue]) -> str | None:
    """What tells that these are runs and steps, where all that are looked at may be."""
    sample = items[:SAMPLE]
    objects = objects_in(sample)
    if len(objects) < len(sample) or not all(map(classic.is_classic, objects)):
        return None
    return first_of(map(_telling, objects))


def _telling(item: JsonObject) -> str | None:
    kind = item.get("object")
    waits = kind == classic.RUN and item.get("required_action") is not None
    if waits or kind == classic.STEP:
        return (
            f'The key `object` says "{kind}", as runs of agents (and of Assistants) have it.'
        )
    if any("tool_call_id" in output for output in objects_in(item.get("tool_outputs"))):
        return "The key `tool_outputs` holds what a run of an agent waits for."
    if type_of(item) in classic.OWN_KINDS and classic.is_call(item):
        return (
            f"There is a tool call of type `{item['type']}`, as only steps of Foundry's "
            "runs have it."
        )
    return None
