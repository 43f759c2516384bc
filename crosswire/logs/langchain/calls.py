"""The calls of a message, each counted once.

`tool_calls` has each with its arguments parsed. The same call may stand in the content once
more, in the words of the provider, and in `additional_kwargs`, as older versions wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats import openai_responses
from crosswire.logs.langchain.blocks import INVALID_CALL, OPENAI_CALL, call_in
from crosswire.logs.langchain.names import NAME, TRAITS
from crosswire.logs.shared.call_blocks import Call
from crosswire.model import (
    JsonObject,
    Part,
    ReasoningPart,
    RefusalPart,
    ToolCallPart,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_none, without

_LEGACY_CALL = Call(id=(), name=("name",), arguments=("arguments",), type="function_call")
_KNOWN = frozenset({"type"})


def with_calls(
    said: Sequence[Part], raw: JsonObject, at: Address, into: ConversationBuilder
) -> list[Part]:
    """What a message says, with the calls that its fields list: where the content has a call
    too, there; the others behind it."""
    listed = _listed(raw, at)
    parts: list[Part] = []
    for part in said:
        same = _same(part, listed) if isinstance(part, ToolCallPart) else None
        if same is None or not isinstance(part, ToolCallPart):
            parts.append(part)
            continue
        listed.remove(same)
        same.item_id = part.item_id
        into.set_aside.append(part.raw)
        parts.append(same)
    known = [part for part in (*parts, *listed) if isinstance(part, ToolCallPart)]
    return [*_beside(raw, at, known, into), *parts, *listed, *_older(raw, at, known, into)]


def _listed(raw: JsonObject, at: Address) -> list[ToolCallPart]:
    found: list[Part] = []
    for i, one in enumerate(list_or_empty(raw.get("tool_calls"))):
        found += call_in(one, child(at, "tool_calls", i))
    for i, one in enumerate(list_or_empty(raw.get("invalid_tool_calls"))):
        place = child(at, "invalid_tool_calls", i)
        found += INVALID_CALL(object_or_empty(one), place, _KNOWN) or []
    return [part for part in found if isinstance(part, ToolCallPart)]


def _same(call: ToolCallPart, listed: Sequence[ToolCallPart]) -> ToolCallPart | None:
    """The same call in a list; those without an id are told apart by their order."""
    if call.executed_by != "client" or call.hybrid:
        return None
    id = call.call_id.value
    alike = (one for one in listed if one.call_id.value == id and one.name == call.name)
    return next(alike, None)


def _older(
    raw: JsonObject, at: Address, known: Sequence[ToolCallPart], into: ConversationBuilder
) -> list[Part]:
    """Calls that stand only where older versions wrote them."""
    beside = object_or_empty(raw.get("additional_kwargs"))
    place = child(at, "additional_kwargs")
    found: list[Part] = []
    ids = {call.call_id.value for call in known}
    for i, one in enumerate(list_or_empty(beside.get("tool_calls"))):
        call = object_or_empty(one)
        into.set_aside.append(one)
        id = text_or_none(call.get("id"))
        if id not in ids or (id is None and not known):
            found += OPENAI_CALL(call, child(place, "tool_calls", i), _KNOWN) or []
    legacy = beside.get("function_call")
    if isinstance(legacy, dict):
        into.set_aside.append(legacy)
        if not known and not found:
            found += _LEGACY_CALL(legacy, child(place, "function_call"), _KNOWN) or []
    return found


def _beside(
    raw: JsonObject, at: Address, known: Sequence[ToolCallPart], into: ConversationBuilder
) -> list[Part]:
    """Thoughts, refusals and items that stand in `additional_kwargs`."""
    beside, place = (
        object_or_empty(raw.get("additional_kwargs")),
        child(at, "additional_kwargs"),
    )
    found: list[Part] = []
    text = beside.get("reasoning_content")
    if isinstance(text, str) and text:
        there = child(place, "reasoning_content")
        found.append(ReasoningPart(address=there, raw=text, text=text))
    said = beside.get("refusal")
    if isinstance(said, str) and said:
        found.append(RefusalPart(address=child(place, "refusal"), raw=said, text=said))
    items = [(beside.get("reasoning"), child(place, "reasoning"))]
    items += [
        (one, child(place, "tool_outputs", i))
        for i, one in enumerate(list_or_empty(beside.get("tool_outputs")))
    ]
    scratch = ConversationBuilder(NAME, TRAITS)
    for item, there in items:
        if isinstance(item, dict):
            openai_responses.read_message(item, there, scratch)
    return [*found, *(part for message in scratch.messages for part in message.parts)]


_READ = ("tool_calls", "function_call", "reasoning_content", "refusal", "reasoning")


def without_read(extras: JsonObject | None) -> JsonObject | None:
    """The fields of a message without what was read of `additional_kwargs`."""
    if extras is None or "additional_kwargs" not in extras:
        return extras
    beside = without(object_or_empty(extras["additional_kwargs"]), *_READ, "tool_outputs")
    return {**extras, "additional_kwargs": beside}
