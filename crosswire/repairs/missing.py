"""The half of a pair whose other half was not recorded, and the two honest things to do.

`drop` takes it out, unless nothing else is left of the conversation; `mark` adds a result that
says that none was recorded. A call is never made up for a result that has none. A call that is
still pending stays as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from crosswire.model import JsonValue, Message, ReasoningPart, ToolCallPart, ToolResultPart
from crosswire.pairing import Fate
from crosswire.repairs import blocks, elements
from crosswire.repairs.change import Missing, ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.repairs.layouts import Layout
from crosswire.repairs.removing import removal

PartT = TypeVar("PartT", ToolCallPart, ToolResultPart)


Mark = Callable[[RepairContext, Sequence[ToolCallPart]], Iterator[ProposedChange]]
"""Adds results that say that none was recorded."""


def fix_missing(
    context: RepairContext, mark: Mark, missing: Missing
) -> Iterator[ProposedChange]:
    """Calls and results whose other half is missing, as `missing` asks for."""
    if missing == "drop":
        yield from _drop_calls(context)
        yield from _drop_results(context)
    elif missing == "mark":
        yield from mark(context, _calls_without_result(context))


def _calls_without_result(context: RepairContext) -> list[ToolCallPart]:
    """The calls whose results were certainly not recorded."""
    return [
        unanswered.call
        for unanswered in context.pairing.unanswered
        if unanswered.fate is Fate.MISSING
        and unanswered.likely_result is None
        and unanswered.call.key not in context.unsure_calls
    ]


def _results_without_call(context: RepairContext) -> list[ToolResultPart]:
    """The results whose calls were certainly not recorded."""
    return [
        orphan.result
        for orphan in context.pairing.orphans
        if orphan.duplicate_of is None
        and orphan.likely_call is None
        and not orphan.ambiguous
        and not orphan.elsewhere
    ]


def _drop_calls(context: RepairContext) -> Iterator[ProposedChange]:
    reason = "No result of this call was recorded; the call is left out."
    for call, remove in _removals(_calls_without_result(context), context):
        make = partial(_drop_with_thought, context, call, remove)
        yield ProposedChange("missing-result", "dropped", reason, (call,), make)


def _drop_results(context: RepairContext) -> Iterator[ProposedChange]:
    reason = "The call of this result was not recorded; the result is left out."
    for result, remove in _removals(_results_without_call(context), context):
        yield ProposedChange("orphan-result", "dropped", reason, (result,), remove)


def _removals(
    parts: Iterable[PartT], context: RepairContext
) -> Iterator[tuple[PartT, Callable[[], None]]]:
    """What takes parts out, as long as a message is left of the conversation."""
    left = len(context.conversation.messages)
    for part in parts:
        left -= part.raw is context.message_of[part.key].raw
        remove = removal(context, part)
        if left and remove is not None:
            yield part, remove


def _drop_with_thought(
    context: RepairContext, call: ToolCallPart, remove: Callable[[], None]
) -> None:
    """Take a call out, with the item of reasoning that only led to it."""
    remove()
    message = context.message_of[call.key]
    position = context.message_positions[message.key]
    before = context.conversation.messages[max(position - 1, 0) : position]
    after = context.conversation.messages[position + 1 :][:1]
    thought = next(map(context.working_copy.element_of, filter(_is_thought, before)), None)
    goes_on = any(message.role == "assistant" for message in after)
    if message.raw is call.raw and thought is not None and not goes_on:
        reason = "It led to the call that is left out, and to nothing else."
        context.working_copy.drop(thought, reason=reason)


def _is_thought(message: Message) -> bool:
    return [type(part) for part in message.parts] == [ReasoningPart]


def mark_missing(
    context: RepairContext, calls: Sequence[ToolCallPart], layout: Layout
) -> Iterator[ProposedChange]:
    """Add results that say that none was recorded, where a wire format has them."""
    reason = "No result of this call was recorded; one is added that says so."
    by_blocks = layout.kind == "blocks"
    groups: dict[str, list[tuple[ToolCallPart, JsonValue]]] = defaultdict(list)
    for call in calls:
        placeholder = layout.placeholder(call)
        has_id = call.call_id.value is not None or not call.call_id.required
        if placeholder is not None and has_id and context.working_copy.element_of(call):
            turn = blocks.last_message_of_turn(context, call) if by_blocks else None
            groups[(turn or context.message_of[call.key]).key].append((call, placeholder))
    for group in groups.values():
        make = (
            partial(blocks.add_placeholders, context, layout, group)
            if by_blocks
            else partial(elements.add_placeholders, context, group)
        )
        parts = tuple(call for call, _ in group)
        yield ProposedChange("missing-result", "added", reason, parts, make)
