"""Moves and adds results where each is an element of the list: Chat Completions, Responses,
Foundry, Mistral, Cohere, Ollama."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, takewhile

from crosswire.model import JsonValue, Message, ToolCallPart, ToolResultPart
from crosswire.pairing import Pair
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext


def fix_order(context: RepairContext) -> Iterator[ProposedChange]:
    """Results that do not stand behind their calls."""
    if context.conversation.traits.results_follow_calls:
        yield from _behind_their_message(context)
    else:
        yield from _behind_their_call(context)


def _behind_their_message(context: RepairContext) -> Iterator[ProposedChange]:
    """Each message that calls is followed by all its results, and then by anything else."""
    for position, message in enumerate(context.conversation.messages):
        pairs = client_pairs(message, context)
        if not pairs:
            continue
        following = _results_after(context, position)
        in_place = {part.key for result in following for part in result.parts}
        behind = _last_of(pairs, following) or message
        for pair in pairs:
            if pair.result.key not in in_place:
                yield from _move(pair, context, behind)


def _last_of(pairs: Sequence[Pair], results: Sequence[Message]) -> Message | None:
    """The last message with a result of these pairs."""
    keys = {pair.result.key for pair in pairs}
    own = [message for message in results if any(part.key in keys for part in message.parts)]
    return own[-1] if own else None


def _behind_their_call(context: RepairContext) -> Iterator[ProposedChange]:
    """Items may stand in any order, but a call comes before its result."""
    for pair in context.pairing.pairs:
        call = context.message_of.get(pair.call.key)
        if pair.before_call and call is not None and call.raw is pair.call.raw:
            yield from _move(pair, context, call)


def _move(pair: Pair, context: RepairContext, behind: Message) -> Iterator[ProposedChange]:
    """Move the message that a result is behind another one."""
    copy, message = context.working_copy, context.message_of[pair.result.key]
    element, target = copy.element_of(message), copy.element_of(behind)
    if element is not None and target is not None and pair.result.raw is message.raw:
        rule, reason = reason_to_move(pair)
        make = partial(copy.move, element, target)
        yield ProposedChange(rule, "order", reason, (pair.result, pair.call), make)


def reason_to_move(pair: Pair) -> tuple[str, str]:
    """The rule that asks for a result to be moved, and why."""
    if pair.before_call:
        return (
            "result-before-call",
            "The result stood before the call that it answers; it is moved behind it.",
        )
    return (
        "late-result",
        "Something stood between the call and its result; the result is moved directly "
        "behind its call.",
    )


def client_pairs(message: Message, context: RepairContext) -> list[Pair]:
    """The pairs whose call is in a message and whose result a client sends, apart from it."""
    keys = [
        part.key
        for part in message.parts
        if isinstance(part, ToolCallPart) and not part.hybrid
    ]
    pairs = filter(None, map(context.pairing.pair_of.get, keys))
    return [pair for pair in pairs if pair.result.executed_by == "client"]


def _results_after(context: RepairContext, position: int) -> list[Message]:
    """The messages directly after another that are nothing but results."""
    following = islice(context.conversation.messages, position + 1, None)
    return list(takewhile(_is_result, following))


def _is_result(message: Message) -> bool:
    parts = message.parts
    return bool(parts) and all(isinstance(part, ToolResultPart) for part in parts)


def add_placeholders(
    context: RepairContext, calls: Sequence[tuple[ToolCallPart, JsonValue]]
) -> None:
    """Add results that say that none was recorded, behind the calls and the results that are
    there."""
    position = _last_of_calling_items(context, calls[-1][0])
    message = context.conversation.messages[position]
    follow = context.conversation.traits.results_follow_calls
    following = _results_after(context, position) if follow else []
    behind = _last_of(client_pairs(message, context), following) or message
    element = context.working_copy.element_of(behind)
    if element is not None:
        for _, placeholder in calls:
            context.working_copy.add(placeholder, element)


def _last_of_calling_items(context: RepairContext, call: ToolCallPart) -> int:
    """The position of the message of a call; of the last one where each call of a turn is an
    item of its own."""
    messages = context.conversation.messages
    position = context.message_positions[context.message_of[call.key].key]
    if not _is_calling_item(messages[position]):
        return position
    items = takewhile(_is_calling_item, islice(messages, position + 1, None))
    return position + sum(1 for _ in items)


def _is_calling_item(message: Message) -> bool:
    """Whether a message is one item that calls, as each call is in Responses."""
    part = message.parts[0] if len(message.parts) == 1 else None
    return isinstance(part, ToolCallPart) and part.raw is message.raw and not part.hybrid
