"""Moves and adds results where they are blocks within messages: Anthropic, Gemini, Bedrock.

The results of a turn stand in one message, directly behind the last message that called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from msgspec import Struct

from crosswire.model import JsonValue, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.json_values import field_of
from crosswire.pairing import Pair
from crosswire.repairs.change import ChangeKind, ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.repairs.elements import client_pairs, reason_to_move
from crosswire.repairs.layouts import Layout
from crosswire.repairs.tracked import Element, TrackedList


class _Placed(Struct, frozen=True):
    """A pair, and where its result stands."""

    pair: Pair
    element: Element
    message: Message


class _Turn(Struct, frozen=True):
    """What the model said without a break, with the results of its calls."""

    last: Element
    """The last message."""
    home: Message | None
    """The message directly behind, where the results should stand; None where that is none
    that can have results."""
    at_home: list[_Placed]
    away: list[_Placed]


def fix_order(context: RepairContext, layout: Layout) -> Iterator[ProposedChange]:
    """Results that do not stand together behind their calls, or not at the front of their
    message."""
    splits = list(_split_messages(context, layout))
    yield from splits
    for turn in () if splits else _turns(context):
        if turn.away:
            yield _gathering(context, layout, turn)
        elif turn.at_home and turn.home is not None and layout.results_first:
            yield from _results_first(context, layout, turn.home, turn.at_home)


def _turns(context: RepairContext) -> Iterator[_Turn]:
    copy = context.working_copy
    elements = [
        (message, copy.element_of(message)) for message in context.conversation.messages
    ]
    messages = [(message, element) for message, element in elements if element is not None]
    runs = [list(run) for _, run in groupby(messages, key=lambda pair: pair[0].role)]
    for run, following in zip(runs, [*runs[1:], []], strict=False):
        if run[0][0].role == "assistant":
            home = next((message for message, _ in following[:1]), None)
            home = home if home is not None and home.role in ("user", "tool") else None
            placed = _placed_results([message for message, _ in run], context)
            at_home = [result for result in placed if result.message is home]
            away = [result for result in placed if result.message is not home]
            yield _Turn(run[-1][1], home, at_home, away)


def _placed_results(calling: Iterable[Message], context: RepairContext) -> list[_Placed]:
    """The results of the calls of some messages, in order."""
    pairs = [pair for message in calling for pair in client_pairs(message, context)]
    pairs.sort(key=lambda pair: context.positions[pair.result.key])
    elements = [(pair, context.working_copy.element_of(pair.result)) for pair in pairs]
    return [
        _Placed(pair, element, context.message_of[pair.result.key])
        for pair, element in elements
        if element is not None
    ]


def _gathering(context: RepairContext, layout: Layout, turn: _Turn) -> ProposedChange:
    rule, kind, reason = _reason_to_gather(turn)
    pairs = [result.pair for result in turn.away]
    parts = tuple(part for pair in pairs for part in (pair.result, pair.call))
    return ProposedChange(rule, kind, reason, parts, partial(_gather, context, layout, turn))


def _reason_to_gather(turn: _Turn) -> tuple[str, ChangeKind, str]:
    pairs = [result.pair for result in turn.away]
    misplaced = [pair for pair in pairs if pair.before_call or pair.late]
    if misplaced or not turn.at_home:
        rule, reason = reason_to_move((misplaced or pairs)[0])
        return rule, "order", reason
    reason = "The results of one turn stand in one message; this one joins the others."
    return "split-results", "group", reason


def _gather(context: RepairContext, layout: Layout, turn: _Turn) -> None:
    """Bring the results that stand elsewhere to those behind the calls; where there are none,
    to a message of their own there."""
    copy = context.working_copy
    whole = None if turn.at_home else _message_of_results(context, layout, turn.away)
    if turn.at_home:
        behind = turn.at_home[-1].element
    elif whole is not None:
        message, blocks = whole
        copy.move(message, turn.last)
        behind = Element(blocks, len(blocks) - 1)
    else:
        source = turn.away[0].message.raw
        logged = field_of(source, "role")
        role = logged if logged in ("function", "tool") else "user"
        behind = copy.add_message(role, layout.content, source, turn.last)
    for result in turn.away:
        if whole is None or result.element.items is not behind.items:
            copy.move(result.element, behind)


def _message_of_results(
    context: RepairContext, layout: Layout, results: Sequence[_Placed]
) -> tuple[Element, TrackedList] | None:
    """A message that holds nothing but some of these results, and its list of blocks."""
    counts = Counter(result.element.items.number for result in results)
    for result in results:
        message = context.working_copy.element_of(result.message)
        blocks = field_of(result.message.raw, layout.content)
        if message is None or not isinstance(blocks, TrackedList):
            continue
        if counts[blocks.number] == len(blocks):
            return message, blocks
    return None


def _results_first(
    context: RepairContext, layout: Layout, home: Message, results: Sequence[_Placed]
) -> Iterator[ProposedChange]:
    """What stands before a result of a message goes behind its last one."""
    blocks = field_of(home.raw, layout.content)
    if not isinstance(blocks, TrackedList):
        return
    parts = [part for part in home.parts if isinstance(part, ToolResultPart)]
    positions = _positions_in(blocks, parts, context)
    last = positions[-1] if positions else 0
    before = [Element(blocks, i) for i in range(last) if i not in positions]
    if before:
        reason = "The results of a message stand before all else that it says."
        about = tuple(result.pair.result for result in results)
        make = partial(_move_all, context, before, Element(blocks, last))
        yield ProposedChange("text-before-result", "order", reason, about, make)


def _positions_in(
    blocks: TrackedList, parts: Iterable[Part], context: RepairContext
) -> list[int]:
    """Where some parts stand in a list, in its order; without those that stand elsewhere."""
    elements = filter(None, map(context.working_copy.element_of, parts))
    return sorted(element.position for element in elements if element.items is blocks)


def _move_all(context: RepairContext, elements: Iterable[Element], behind: Element) -> None:
    for element in elements:
        context.working_copy.move(element, behind)


# A model's message that holds results of a client


def _split_messages(context: RepairContext, layout: Layout) -> Iterator[ProposedChange]:
    for message in context.conversation.messages:
        results = _client_results(message, context) if message.role == "assistant" else []
        element = context.working_copy.element_of(message) if results else None
        blocks = field_of(message.raw, layout.content)
        if element is None or not isinstance(blocks, TrackedList):
            continue
        positions = _positions_in(blocks, results, context)
        if len(positions) == len(results):
            reason = (
                "The user sends results, not the model; the message is split where they stand."
            )
            make = partial(_split, context, layout, element, blocks, positions)
            yield ProposedChange("result-in-wrong-role", "split", reason, tuple(results), make)


def _client_results(message: Message, context: RepairContext) -> list[ToolResultPart]:
    """The results in a message that a client sent, and whose calls are known."""
    results = [part for part in message.parts if isinstance(part, ToolResultPart)]
    return [
        result
        for result in results
        if result.executed_by == "client" and result.key in context.pairing.pair_of
    ]


def _split(
    context: RepairContext,
    layout: Layout,
    message: Element,
    blocks: TrackedList,
    results: Sequence[int],
) -> None:
    """The message keeps what stands before the first result; each further stretch gets a
    message."""
    copy, raw = context.working_copy, message.value
    positions = range(results[0], len(blocks))
    for is_result, stretch in groupby(positions, key=set(results).__contains__):
        role = "user" if is_result else field_of(raw, "role")
        place = copy.add_message(role, layout.content, raw, message)
        _move_all(context, [Element(blocks, position) for position in stretch], place)


# Results that say that none was recorded


def add_placeholders(
    context: RepairContext, layout: Layout, calls: Sequence[tuple[ToolCallPart, JsonValue]]
) -> None:
    """Add results that say that none was recorded to those behind the calls."""
    copy = context.working_copy
    last = last_message_of_turn(context, calls[-1][0])
    behind = None if last is None else copy.element_of(last)
    if last is None or behind is None:
        return
    following = context.conversation.messages[context.message_positions[last.key] + 1 :][:1]
    parts = [part for message in following for part in message.parts]
    results = [part for part in parts if isinstance(part, ToolResultPart)]
    elements = [copy.element_of(part) for part in results if part.executed_by == "client"]
    placeholders = [placeholder for _, placeholder in calls]
    *_, element = None, *filter(None, elements)
    if element is None:
        copy.add({"role": "user", layout.content: placeholders}, behind)
        return
    for placeholder in placeholders:
        copy.add(placeholder, element)


def last_message_of_turn(context: RepairContext, call: ToolCallPart) -> Message | None:
    """The last message of the model's turn that a call is in; None where nothing can be put
    behind it."""
    messages = context.conversation.messages
    position = context.message_positions[context.message_of[call.key].key]
    while position + 1 < len(messages) and messages[position + 1].role == "assistant":
        position += 1
    return messages[position] if context.working_copy.element_of(messages[position]) else None
