"""Moves and adds results in a program's log, where each is a line or an element of its own, or
stands within its call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, islice, takewhile

from crosswire.address import Address, child, document_of, is_within, last_key, parent, root
from crosswire.logs.shared.own_results import Beside, OwnResults
from crosswire.model import JsonObject, JsonValue, Message, ToolCallPart, ToolResultPart
from crosswire.model.json_values import object_or_empty
from crosswire.pairing import Pair
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.repairs.echoes import copies_elsewhere
from crosswire.repairs.elements import reason_to_move
from crosswire.repairs.tracked import Element, TrackedList, plain_object


def fix_order(context: RepairContext) -> Iterator[ProposedChange]:
    """Results that stand before their calls, or long behind them."""
    copy = context.working_copy
    for pair in context.pairing.pairs:
        if not (pair.before_call or pair.late) or pair.call.hybrid:
            continue
        element, behind = copy.element_of(_own_message(pair, context)), _place(context, pair)
        if element is not None and behind is not None and _is_alone(pair, context):
            rule, reason = reason_to_move(pair)
            make = partial(copy.move, element, behind)
            yield ProposedChange(rule, "order", reason, (pair.result, pair.call), make)


def _own_message(pair: Pair, context: RepairContext) -> Message:
    return context.message_of[pair.result.key]


def _is_alone(pair: Pair, context: RepairContext) -> bool:
    """Whether nothing but the result stands in its message."""
    return len(_own_message(pair, context).parts) == 1


def _place(context: RepairContext, pair: Pair) -> Element | None:
    """Where a result belongs: behind the messages that call together with its call, and the
    results that stand there."""
    messages = context.conversation.messages
    position = _last_calling(context, pair.call)
    following = takewhile(_is_result, islice(messages, position + 1, None))
    last = [one for one in following if one is not _own_message(pair, context)]
    return context.working_copy.element_of([messages[position], *last][-1])


def _last_calling(context: RepairContext, call: ToolCallPart) -> int:
    """The position of the last of the messages that call together with this call."""
    messages = context.conversation.messages
    position = context.message_positions[context.message_of[call.key].key]
    group = messages[position].group
    behind = islice(messages, position + 1, None)
    same = takewhile(lambda one: group is not None and one.group == group, behind)
    own = position + len(list(same))
    calling = takewhile(_calls, islice(messages, own + 1, None))
    return own + len(list(calling))


def _calls(message: Message) -> bool:
    """Whether a message is nothing but calls that wait for results."""
    parts = message.parts
    return bool(parts) and all(
        isinstance(part, ToolCallPart) and not part.hybrid for part in parts
    )


def _is_result(message: Message) -> bool:
    parts = message.parts
    return bool(parts) and all(isinstance(part, ToolResultPart) for part in parts)


def mark_missing(
    context: RepairContext, calls: Sequence[ToolCallPart]
) -> Iterator[ProposedChange]:
    """Say at calls without a result that none was recorded, where the log tells how."""
    own = context.working_copy.own_results
    if own is None:
        return
    reason = "No result of this call was recorded; one is added that says so."
    links = context.working_copy.links
    taken = set() if links is None else links.ids()
    for call in calls:
        make = _completion(context, own, call, taken)
        if make is not None:
            yield ProposedChange("missing-result", "added", reason, (call,), make)


def _line(context: RepairContext, call: ToolCallPart) -> Element | None:
    """The line, or the element, with the message of a call."""
    return context.working_copy.element_of(context.message_of[call.key])


def _completion(
    context: RepairContext, own: OwnResults, call: ToolCallPart, taken: set[JsonValue]
) -> Callable[[], None] | None:
    """What completes a call: fields of its own, or an element behind it."""
    fields = None if own.fields is None else own.fields(call)
    if fields is not None:
        return partial(_fill, context, call, fields)
    if own.by_id is not None and (held := own.by_id(call)) is not None:
        holder = _holder_of_results(context, held[0])
        if holder is not None:
            return partial(_put_by_id, context, call, holder, held[1])
    if own.like is not None:
        return _completion_like(context, own.like, call)
    line, result = _line(context, call), _element(context, own, call, taken)
    if line is None or result is None:
        return _completion_inside(context, own, call)
    last = context.conversation.messages[_last_calling(context, call)]
    behind = _last_state(context, context.working_copy.element_of(last) or line, line)
    places = [behind, *copies_elsewhere(context, behind)]
    return partial(_add_behind, context, result, places)


def _completion_like(
    context: RepairContext,
    like: Callable[[ToolCallPart, JsonObject, JsonObject], JsonObject | None],
    call: ToolCallPart,
) -> Callable[[], None] | None:
    """What puts the line of a result behind that of another result, of the same turn if there
    is one."""
    asked, turn = _whole_line(context, call), context.turn(call)
    pairs = sorted(context.pairing.pairs, key=lambda pair: context.turn(pair.call) == turn)
    for pair in reversed(pairs):
        line = _whole_line(context, pair.result)
        if asked is None or line is None:
            return None
        result = like(
            call, *(plain_object(object_or_empty(one.value)) for one in (asked, line))
        )
        if result is not None:
            return partial(context.working_copy.add, result, line)
    return None


def _whole_line(context: RepairContext, part: ToolCallPart | ToolResultPart) -> Element | None:
    """The line of the file that holds a part, whatever else it holds."""
    return context.working_copy.element_at(root(document_of(part.address)))


def _last_state(context: RepairContext, behind: Element, line: Element) -> Element:
    """The last line that tells of a call, where several do: no result stands before it."""
    retold = (
        None
        if context.working_copy.own_results is None
        else context.working_copy.own_results.retold
    )
    if retold is None or not isinstance(line.value, dict):
        return behind
    states = context.states_of_calls.get(retold(line.value), [])
    return max(
        [behind, *(Element(line.items, one) for one in states)], key=lambda one: one.position
    )


def _add_behind(
    context: RepairContext, result: JsonObject, elements: Sequence[Element]
) -> None:
    for element in elements:
        context.working_copy.add(result, element)


def _completion_inside(
    context: RepairContext, own: OwnResults, call: ToolCallPart
) -> Callable[[], None] | None:
    """What puts a result behind its call, in the same list."""
    copy = context.working_copy
    result = None if own.inside is None else own.inside(call)
    element = copy.element_at(call.address)
    if result is None and own.listed is not None and element is not None:
        return _completion_beside(context, own.listed(call), call)
    return None if result is None or element is None else partial(copy.add, result, element)


def _completion_beside(
    context: RepairContext, listed: tuple[str, JsonObject] | None, call: ToolCallPart
) -> Callable[[], None] | None:
    """What puts a result at the end of the list beside that of its call."""
    calls = parent(call.address)
    holder = None if calls is None else parent(calls)
    if listed is None or holder is None:
        return None
    name, result = listed
    results = context.working_copy.value_at(child(holder, name))
    if not isinstance(results, TrackedList):
        return None
    last = Element(results, len(results) - 1)
    return partial(context.working_copy.add, result, last)


def _element(
    context: RepairContext, own: OwnResults, call: ToolCallPart, taken: set[JsonValue]
) -> JsonObject | None:
    """The element of a result of a call, with an id that is not taken yet."""
    copy, line = context.working_copy, _line(context, call)
    if own.element is None or line is None or not isinstance(line.value, dict):
        return None
    asked = plain_object(line.value)
    for again in count():
        result = own.element(call, Beside(asked, copy.digits(call, again)))
        id = None if result is None or own.names is None else result.get(own.names.own)
        if id is None or id not in taken:
            taken.add(id)
            return result
    return None


def _fill(
    context: RepairContext, call: ToolCallPart, fields: Mapping[tuple[str, ...], JsonValue]
) -> None:
    for keys, value in fields.items():
        context.working_copy.write(child(call.address, *keys), value)


def _holder_of_results(context: RepairContext, holder: Address) -> Address | None:
    """Where results stand under the ids of their calls: in the object that a call's own place
    names, else in the one with the results beside; None where these have places of their
    own."""
    around = parent(holder) or holder
    beside = [
        pair.result
        for pair in context.pairing.pairs
        if is_within(pair.call.address, around) and not is_within(pair.result.address, holder)
    ]
    if not beside or isinstance(context.working_copy.value_at(holder), dict):
        return holder
    by_id = [one for one in beside if last_key(one.address) == one.call_id.value]
    return parent(by_id[0].address) if by_id else None


def _put_by_id(
    context: RepairContext, call: ToolCallPart, holder: Address, result: JsonObject
) -> None:
    copy, id = context.working_copy, call.call_id.text
    is_there = isinstance(copy.value_at(holder), dict)
    copy.write(child(holder, id) if is_there else holder, result if is_there else {id: result})
