"""Surgery where each result is an element of the list: Chat Completions, Responses, Foundry,
Mistral."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from crosswire.model import JsonValue, Message, Part, ToolCallPart, ToolResultPart
from crosswire.pairing import Pair
from crosswire.repairs.change import Fix
from crosswire.repairs.view import View


def fix_order(view: View) -> Iterator[Fix]:
    """Results that do not stand behind their calls."""
    if view.conversation.traits.results_follow_calls:
        yield from _behind_their_message(view)
    else:
        yield from _behind_their_call(view)


def _behind_their_message(view: View) -> Iterator[Fix]:
    """Each message that calls is followed by its results, and by nothing else before they are
    through."""
    messages = view.conversation.messages
    for position, message in enumerate(messages):
        pairs = pairs_of(message, view)
        if not pairs or id(message.raw) not in view.sheet.slots:
            continue
        run = _results_after(messages, position)
        there = {part.key for one in run for part in one.parts}
        mine = {pair.result.key for pair in pairs}
        stays = [one for one in run if any(part.key in mine for part in one.parts)]
        anchor = stays[-1].raw if stays else message.raw
        for pair in pairs:
            if pair.result.key not in there:
                yield from _moved(pair, view, anchor)


def _behind_their_call(view: View) -> Iterator[Fix]:
    """Items may stand in any order, but for a result that its call has yet to come for."""
    for pair in view.pairing.pairs:
        call = view.message_of.get(pair.call.key)
        if pair.before_call and call is not None and call.raw is pair.call.raw:
            yield from _moved(pair, view, call.raw)


def _moved(pair: Pair, view: View, anchor: JsonValue) -> Iterator[Fix]:
    message = view.message_of[pair.result.key]
    out_of = view.sheet.slots.get(id(message.raw))
    into = view.sheet.slots.get(id(anchor))
    if out_of is None or into is None or pair.result.raw is not message.raw:
        return
    rule, why = told(pair)
    move = partial(view.sheet.move, message.raw, out_of, into, anchor)
    yield Fix(rule, "order", why, (pair.result, pair.call), move)


def told(pair: Pair) -> tuple[str, str]:
    """The rule that asks for a move, and why."""
    if pair.before_call:
        return (
            "result-before-call",
            "The result stood before the call that it answers; it is moved behind it.",
        )
    why = (
        "Something stood between the call and its result; the result is moved directly "
        "behind its call."
    )
    return "late-result", why


def pairs_of(message: Message, view: View) -> list[Pair]:
    """The pairs whose call is in a message and whose result comes apart from it, from a
    client."""
    calls = [
        part for part in message.parts if isinstance(part, ToolCallPart) and not part.hybrid
    ]
    found = [
        view.pairing.pair_of[call.key] for call in calls if call.key in view.pairing.pair_of
    ]
    return [pair for pair in found if pair.result.executed_by == "client"]


def _results_after(messages: Sequence[Message], position: int) -> list[Message]:
    """The run of results directly after a message."""
    run: list[Message] = []
    for number in range(position + 1, len(messages)):
        message = messages[number]
        if not message.parts or not all(
            isinstance(part, ToolResultPart) for part in message.parts
        ):
            break
        run.append(message)
    return run


def put_marked(view: View, calls: Sequence[tuple[ToolCallPart, JsonValue]]) -> None:
    """Add results that say that none was recorded, behind the calls and the results that are
    there."""
    messages = view.conversation.messages
    position = view.message_positions[view.message_of[calls[-1][0].key].key]
    while (
        position + 1 < len(messages)
        and _is_call(messages[position + 1])
        and _is_call(messages[position])
    ):
        position += 1  # items of a turn that calls several tools
    run = (
        _results_after(messages, position)
        if view.conversation.traits.results_follow_calls
        else []
    )
    own = {pair.result.key for pair in pairs_of(messages[position], view)}
    stays = [one for one in run if any(part.key in own for part in one.parts)]
    anchor = stays[-1].raw if stays else messages[position].raw
    into = view.sheet.slots.get(id(anchor))
    for _, marked in calls if into is not None else ():
        assert into is not None  # noqa: S101 - said above
        view.sheet.add(marked, into, anchor)


def _is_call(message: Message) -> bool:
    """Whether a message is one item that calls, which in Responses each call is."""
    return len(message.parts) == 1 and _is_item(message.parts[0], message)


def _is_item(part: Part, message: Message) -> bool:
    return isinstance(part, ToolCallPart) and part.raw is message.raw and not part.hybrid
