"""Whether a JSON value is Foundry's, told by what neither OpenAI Responses nor Assistants
have.

Its plain items are those of Responses, so that a log in which nothing tells is left to that
format.
"""

from __future__ import annotations

from crosswire.formats.azure_foundry import classic
from crosswire.formats.azure_foundry.item_types import FOUNDRY, OWN_TOOLS, TELLING
from crosswire.formats.openai_responses import recognising
from crosswire.formats.protocol import Recognition, Shape
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Items of which more is looked at than their type."""

_TELLING_FIELDS = ("agent_reference", "agent_session_id")
_LOOKED_AT = frozenset({*_TELLING_FIELDS, "id", "response_id", "agent", "created_by"})
_OWN_IDS = ("caresp_", "wfresp_", "wfa_")


def recognise(value: JsonValue) -> Recognition | None:
    old = _classic(value)
    if old is not None:
        return old
    reason = _reason(value)
    if reason is None:
        return _plain(value)
    base = recognising.recognise(value, FOUNDRY)
    return None if base is None else Recognition(base.shape, 0.99, reason)


def _plain(value: JsonValue) -> Recognition | None:
    """Bodies of Responses may be Foundry's too: looked at in passing, as that format looks
    closer."""
    if not isinstance(value, dict):
        return None
    given = value.get("input")
    why = (
        "It reads as Responses, which Azure AI Foundry speaks too; nothing in it is "
        "Foundry's alone."
    )
    if value.get("object") == "response" and isinstance(value.get("output"), list):
        return Recognition("response", 0.3, why)
    if (
        isinstance(given, list)
        and given
        and "messages" not in value
        and FOUNDRY.knows(_type_of(given[-1]))
    ):
        return Recognition("request", 0.3, why)
    return None


def _reason(value: JsonValue) -> str | None:
    """What tells that it is of Foundry, in a sentence; None where nothing does."""
    if isinstance(value, list):
        return _of_items(value)
    if not isinstance(value, dict):
        return None
    found = _of_object(value) or _of_tools(value.get("tools")) or _of_type(_type_of(value))
    for name in ("output", "input", "data"):
        items = value.get(name)
        if found is None and isinstance(items, list):
            found = _of_items(items)
    return found


def _of_items(items: list[JsonValue]) -> str | None:
    for item in items[:SAMPLE]:
        reason = _of_object(item) if isinstance(item, dict) else None
        if reason is not None:
            return f"An item: {reason}"
    return _of_type(
        next((kind for item in items if (kind := _type_of(item)) in TELLING), None)
    )


def _of_type(kind: str | None) -> str | None:
    return (
        f"There is an item of type `{kind}`, which only Foundry has."
        if kind in TELLING
        else None
    )


def _type_of(item: JsonValue) -> str | None:
    kind = item.get("type") if isinstance(item, dict) else None
    return kind if isinstance(kind, str) else None


def _of_object(body: JsonObject) -> str | None:
    """What tells in the fields of a body or an item."""
    if _LOOKED_AT.isdisjoint(body):
        return None
    for name in _TELLING_FIELDS:
        if body.get(name) is not None:
            return f"The key `{name}` is Foundry's."
    for name in ("id", "response_id"):
        value = body.get(name)
        if isinstance(value, str) and value.startswith(_OWN_IDS):
            return (
                f"The key `{name}` begins with `{value.partition('_')[0]}_`, as "
                "Foundry's ids do."
            )
    for name in ("agent", "created_by"):
        inner = body.get(name)
        if isinstance(inner, dict) and (
            inner.get("type") == "agent_reference" or "response_id" in inner
        ):
            return f"The key `{name}` holds an agent's reference."
    return None


def _of_tools(tools: JsonValue) -> str | None:
    kinds = [_type_of(tool) for tool in tools] if isinstance(tools, list) else []
    kind = next((kind for kind in kinds if kind in OWN_TOOLS), None)
    return None if kind is None else f"`tools[]` declare `{kind}`, which only Foundry has."


# Agents of the older kind


def _classic(value: JsonValue) -> Recognition | None:
    if isinstance(value, list):
        reason = _of_classic(value)
        return None if reason is None else Recognition("messages", 0.9, reason)
    if not isinstance(value, dict):
        return None
    if value.get("object") == "list" and isinstance(data := value.get("data"), list):
        reason = _of_classic(data)
        return None if reason is None else Recognition("response", 0.95, f"`data`: {reason}")
    reason = _of_classic([value])
    shape: Shape = "message"
    return None if reason is None else Recognition(shape, 0.9, reason)


def _of_classic(items: list[JsonValue]) -> str | None:
    """What tells that these are runs and steps, where all that are looked at may be."""
    sample = items[:SAMPLE]
    if not sample or not all(
        isinstance(item, dict) and classic.is_classic(item) for item in sample
    ):
        return None
    return next(
        (reason for item in sample if isinstance(item, dict) and (reason := _one(item))), None
    )


def _one(item: JsonObject) -> str | None:
    kind = item.get("object")
    if kind == classic.STEP or (
        kind == classic.RUN and item.get("required_action") is not None
    ):
        return (
            f'The key `object` says "{kind}", as runs of agents (and of Assistants) have it.'
        )
    outputs = item.get("tool_outputs")
    if isinstance(outputs, list) and any(
        isinstance(o, dict) and "tool_call_id" in o for o in outputs
    ):
        return "The key `tool_outputs` holds what a run of an agent waits for."
    if _type_of(item) in classic.OWN_KINDS and classic.is_call(item):
        return (
            f"There is a tool call of type `{item['type']}`, as only steps of Foundry's "
            "runs have it."
        )
    return None
