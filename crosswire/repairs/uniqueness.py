"""One id, one call; one call, one result: copies are dropped, and what only shares an id gets
its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

from crosswire.address import child
from crosswire.containers import json_document
from crosswire.ids.item_ids import item_id_of
from crosswire.model import JsonValue, Message, ToolCallPart, ToolResultPart
from crosswire.model.json_values import type_of
from crosswire.pairing import Pair
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import CallOrResult, RepairContext, ResultWords, words_of
from crosswire.repairs.removing import removal

_NEED_NO_ID = frozenset(
    {
        "function_call",
        "function_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
    }
)
"""Types of items that may stand in a request without an id of their own."""


def drop_copied_results(context: RepairContext) -> Iterator[ProposedChange]:
    """Results that came twice, word for word; where they differ, nothing tells which is
    true."""
    for orphans in context.duplicates_of.values():
        pair = orphans[0].duplicate_of
        if pair is not None:
            yield from _drop_of_call(pair, [orphan.result for orphan in orphans], context)


def _drop_of_call(
    pair: Pair, more: list[ToolResultPart], context: RepairContext
) -> Iterator[ProposedChange]:
    """Of the results of a call the copies, and those of an earlier turn that stand before its
    own."""
    groups = {_type_and_words(pair.result): [pair.result]}
    for result in more:
        words = _type_and_words(result)
        if words in groups or context.turn(result) == context.turn(pair.call):
            groups.setdefault(words, []).append(result)
    results = list(groups.values())
    for (first, *copies), following in zip_longest(results, results[1:]):
        for copy in copies:
            reason = "The same result stands here a second time, word for word."
            yield from _dropped(copy, first, context, reason)
        if following is None or not _came_before(first, pair, context):
            return
        reason = (
            "It is the result of an earlier call with this id, word for word; another one "
            "came here."
        )
        yield from _dropped(first, following[0], context, reason)


def _dropped(
    copy: ToolResultPart, other: ToolResultPart, context: RepairContext, reason: str
) -> Iterator[ProposedChange]:
    remove = removal(context, copy)
    if remove is not None:
        yield ProposedChange("duplicate-result", "dropped", reason, (copy, other), remove)


def _came_before(result: ToolResultPart, pair: Pair, context: RepairContext) -> bool:
    """Whether a result is that of a call of an earlier turn, sent again because of the same
    id."""
    return context.first_turn_of_words[words_of(result)] < context.turn(pair.call)


def _type_and_words(result: ToolResultPart) -> tuple[str, ResultWords]:
    return result.wire_type, words_of(result)


def separate_duplicate_calls(context: RepairContext) -> Iterator[ProposedChange]:
    """Calls of one turn with one id: a copy that nothing answers goes, another call gets an id
    of its own."""
    for calls in context.uses_in_turn.values():
        for call in calls[1:]:
            if _can_be_renamed(call, context):
                yield from _separated(call, calls, context)


def _separated(
    call: ToolCallPart, calls: list[ToolCallPart], context: RepairContext
) -> Iterator[ProposedChange]:
    answered = context.pairing.pair_of
    is_copy = call.key not in answered and _ask_the_same(calls[0], call)
    remove = removal(context, call) if is_copy else None
    if remove is not None:
        reason = "The same call stands here a second time, and one result came."
        yield ProposedChange("duplicate-call-id", "dropped", reason, (call, calls[0]), remove)
    elif not context.is_half_answered(call):  # else nothing tells which the result answers
        found = "Another call of this turn has the same id"
        is_sure = answered.keys().isdisjoint(other.key for other in calls)
        yield _renamed("duplicate-call-id", call, context, found, is_sure=is_sure)


def _ask_the_same(one: ToolCallPart, other: ToolCallPart) -> bool:
    mine, yours = one.arguments, other.arguments
    return (one.name, mine.state, mine.value, mine.text) == (
        other.name,
        yours.state,
        yours.value,
        yours.text,
    )


def separate_reused_ids(context: RepairContext) -> Iterator[ProposedChange]:
    """Calls of later turns with the id of an earlier one; the first keeps it."""
    found = "A call of an earlier turn has the same id"
    for uses in context.turns_of_id.values():
        for call in uses[1:]:
            if _can_be_renamed(call, context):
                yield _renamed("id-reused-later", call, context, found, is_sure=True)


def _can_be_renamed(call: ToolCallPart, context: RepairContext) -> bool:
    """Whether a call has an id that only stands twice; one that is faulty is another
    step's."""
    return call.call_id.address is not None and call.key not in context.evidence.faulty_ids


def _renamed(
    rule: str, call: ToolCallPart, context: RepairContext, found: str, *, is_sure: bool
) -> ProposedChange:
    pair = context.pairing.pair_of.get(call.key)
    results = [] if pair is None else [pair.result]
    results += [orphan.result for orphan in context.duplicates_of.get(call.key, ())]
    parts: list[CallOrResult] = [call, *results]
    reason = (
        f"{found}; this one and its result get one from a hash of the place, as the first "
        "keeps its own."
    )
    make = context.renaming(parts, context.working_copy.made_id(call))
    return ProposedChange(rule, "id", reason, tuple(parts), make, is_sure)


def remove_odd_item_ids(context: RepairContext) -> Iterator[ProposedChange]:
    """Ids of calls where the id of an item should stand, which an item of a request can do
    without."""
    reason = (
        "An item of a request needs no id of its own, and this is none that its type can have."
    )
    for item in context.evidence.odd_item_ids:
        if item.wire_type in _NEED_NO_ID:
            rule = "call-id-as-item-id" if item.is_call_id else "item-id-prefix"
            make = partial(context.working_copy.remove_field, item.address)
            yield ProposedChange(rule, "id", reason, (item.part,), make)


def separate_copied_items(context: RepairContext) -> Iterator[ProposedChange]:
    """Items with the id of an earlier one: a copy of it goes, another item does without where
    it can."""
    first: dict[str, Message] = {}
    for message in context.conversation.messages:
        item_id = item_id_of(message)
        earlier = first.setdefault(item_id, message) if item_id else message
        if earlier is not message:
            yield from _separated_item(message, earlier, context)


def _separated_item(
    message: Message, earlier: Message, context: RepairContext
) -> Iterator[ProposedChange]:
    copy, about = context.working_copy, (message.parts[0],)
    kind, element = type_of(message.raw), copy.element_of(message)
    if kind in _NEED_NO_ID:
        reason = (
            "An earlier item has this id too, and keeps it; an item of a request needs none."
        )
        make = partial(copy.remove_field, child(message.address, "id"))
        yield ProposedChange("duplicate-item-id", "id", reason, about, make)
        return
    is_reference = kind == "item_reference"
    if element is not None and (is_reference or _are_equal(message.raw, earlier.raw)):
        reason = _REASON_OF_REFERENCE if is_reference else _REASON_OF_COPY
        make = partial(copy.drop, element)
        yield ProposedChange("duplicate-item-id", "dropped", reason, about, make)


_REASON_OF_REFERENCE = (
    "The item that it refers to stands before it already; an item is sent once."
)
_REASON_OF_COPY = (
    "The item with this id stands before it already, word for word; an item is sent once."
)


def _are_equal(one: JsonValue, other: JsonValue) -> bool:
    return json_document.write(one) == json_document.write(other)
