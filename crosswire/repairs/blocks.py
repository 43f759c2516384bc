"""Surgery where results are blocks within messages: Anthropic, Gemini, Bedrock.

The results of a turn stand in one message, directly behind the last message that called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from crosswire.model import JsonObject, JsonValue, Message, ToolCallPart, ToolResultPart
from crosswire.pairing import Pair
from crosswire.repairs.change import ChangeKind, Fix
from crosswire.repairs.elements import pairs_of, told
from crosswire.repairs.layouts import Layout
from crosswire.repairs.removing import list_of
from crosswire.repairs.view import View


@dataclass(slots=True)
class _Run:
    """Messages of the model without a break, and what comes right after them."""

    last: Message
    pairs: list[Pair]
    home: Message | None
    """The message that their results should stand in, where there is one."""


def fix_order(view: View, layout: Layout) -> Iterator[Fix]:
    """Results that do not stand together behind their calls, or not at the front of their
    message."""
    split = list(_split_messages(view, layout))
    if split:
        yield from split
        return
    for run in _runs(view):
        here = [pair for pair in run.pairs if view.message_of[pair.result.key] is run.home]
        away = [pair for pair in run.pairs if view.message_of[pair.result.key] is not run.home]
        away = [pair for pair in away if _list(view, pair.result) is not None]
        if away:
            rule, kind, why = _reason(away, here)
            about = tuple(part for pair in away for part in (pair.result, pair.call))
            yield Fix(rule, kind, why, about, partial(_gather, view, layout, run, here, away))
        elif here and layout.results_first and run.home is not None:
            yield from _results_first(view, layout, run.home, here)


def _runs(view: View) -> Iterator[_Run]:
    messages = [one for one in view.conversation.messages if id(one.raw) in view.sheet.slots]
    position = 0
    for role, group in groupby(messages, key=lambda message: message.role):
        members = list(group)
        position += len(members)
        if role != "assistant":
            continue
        after = messages[position] if position < len(messages) else None
        home = after if after is not None and after.role in ("user", "tool") else None
        pairs = [pair for one in members for pair in pairs_of(one, view)]
        order = view.positions
        pairs.sort(key=lambda pair: order[pair.result.key])
        if pairs:
            yield _Run(members[-1], pairs, home)


def _list(view: View, result: ToolResultPart) -> list[JsonValue] | None:
    return list_of(view, result, view.message_of[result.key])


def _reason(away: list[Pair], here: list[Pair]) -> tuple[str, ChangeKind, str]:
    first = next((pair for pair in away if pair.before_call or pair.late), None)
    if first is not None or not here:
        rule, why = told(first or away[0])
        return rule, "order", why
    return (
        "split-results",
        "group",
        "The results of one turn stand in one message; this one joins the others.",
    )


def _gather(view: View, layout: Layout, run: _Run, here: list[Pair], away: list[Pair]) -> None:
    """Bring results that stand elsewhere to those behind the calls; or to a message of their
    own there."""
    sheet = view.sheet
    moved = [pair.result for pair in away]
    outer = sheet.slots[id(run.last.raw)]
    if here and run.home is not None:
        anchor = here[-1].result
        into = _list(view, anchor)
        for result in moved if into is not None else ():
            sheet.move(result.raw, _some(_list(view, result)), _some(into), anchor.raw)
        return
    whole = _whole_message(view, layout, moved)
    if whole is not None:
        sheet.move(whole.raw, sheet.slots[id(whole.raw)], outer, run.last.raw)
        inner = _some(_list(view, next(r for r in moved if view.message_of[r.key] is whole)))
        anchor_raw = inner[-1]
        for result in moved:
            if view.message_of[result.key] is not whole:
                sheet.move(result.raw, _some(_list(view, result)), inner, anchor_raw)
        return
    blocks: list[JsonValue] = []
    source = view.message_of[moved[0].key].raw
    message: JsonObject = {"role": _role_of(source), layout.content: blocks}
    sheet.wrap(message, source, outer, run.last.raw)
    for result in moved:
        sheet.move(result.raw, _some(_list(view, result)), blocks)


def _whole_message(view: View, layout: Layout, moved: list[ToolResultPart]) -> Message | None:
    """A message that holds nothing but results that are to be moved."""
    blocks = {id(result.raw) for result in moved}
    for result in moved:
        message = view.message_of[result.key]
        inside = message.raw.get(layout.content) if isinstance(message.raw, dict) else None
        alone = isinstance(inside, list) and all(id(block) in blocks for block in inside)
        if alone and id(message.raw) in view.sheet.slots:
            return message
    return None


def _role_of(message: JsonValue) -> JsonValue:
    role = message.get("role") if isinstance(message, dict) else None
    return role if role in ("function", "tool") else "user"


def _some(items: list[JsonValue] | None) -> list[JsonValue]:
    assert items is not None  # noqa: S101 - only results that stand in a list are moved
    return items


def _results_first(
    view: View, layout: Layout, home: Message, here: list[Pair]
) -> Iterator[Fix]:
    inside = home.raw.get(layout.content) if isinstance(home.raw, dict) else None
    if not isinstance(inside, list):
        return
    blocks = {id(part.raw) for part in home.parts if isinstance(part, ToolResultPart)}
    after_all = [i for i, block in enumerate(inside) if id(block) in blocks]
    before = (
        [block for block in inside[: after_all[-1]] if id(block) not in blocks]
        if after_all
        else []
    )
    if before:
        why = "The results of a message stand before all else that it says."
        about = tuple(pair.result for pair in here)
        yield Fix(
            "text-before-result",
            "order",
            why,
            about,
            partial(_move_back, view, inside, before, after_all[-1]),
        )


def _move_back(
    view: View, inside: list[JsonValue], before: list[JsonValue], last: int
) -> None:
    for block in before:
        view.sheet.move(block, inside, inside, inside[last])


# A model's message that holds results of a client


def _split_messages(view: View, layout: Layout) -> Iterator[Fix]:
    for message in view.conversation.messages:
        if message.role != "assistant" or id(message.raw) not in view.sheet.slots:
            continue
        pairs = [view.pairing.pair_of.get(part.key) for part in message.parts]
        results = [
            part
            for part, pair in zip(message.parts, pairs, strict=True)
            if isinstance(part, ToolResultPart)
            and part.executed_by == "client"
            and pair is not None
        ]
        inside = message.raw.get(layout.content) if isinstance(message.raw, dict) else None
        blocks = {id(result.raw) for result in results}
        if results and isinstance(inside, list) and blocks <= {id(block) for block in inside}:
            why = (
                "The user sends results, not the model; the message is split where they stand."
            )
            about = tuple(results)
            yield Fix(
                "result-in-wrong-role",
                "split",
                why,
                about,
                partial(_split, view, layout, message, inside, blocks),
            )


def _split(
    view: View, layout: Layout, message: Message, inside: list[JsonValue], results: set[int]
) -> None:
    """The message keeps what stands before the first result; each further stretch gets a
    message."""
    sheet, outer = view.sheet, view.sheet.slots[id(message.raw)]
    stretches = [
        (key, list(group))
        for key, group in groupby(inside, key=lambda block: id(block) in results)
    ]
    raw = message.raw if isinstance(message.raw, dict) else {}
    for is_result, stretch in stretches if stretches[0][0] else stretches[1:]:
        blocks: list[JsonValue] = []
        role = "user" if is_result else raw.get("role")
        sheet.wrap({"role": role, layout.content: blocks}, raw, outer, raw)
        for block in stretch:
            sheet.move(block, inside, blocks)


def put_marked(
    view: View, layout: Layout, calls: Sequence[tuple[ToolCallPart, JsonValue]]
) -> None:
    """Add results that say that none was recorded to those behind the calls."""
    sheet = view.sheet
    last = end_of_run(view, calls[-1][0])
    if last is None:
        return
    messages, position = view.conversation.messages, view.message_positions[last.key] + 1
    home = messages[position].parts if position < len(messages) else []
    there = [
        part
        for part in home
        if isinstance(part, ToolResultPart)
        and part.executed_by == "client"
        and _list(view, part) is not None
    ]
    if there:
        into = _some(_list(view, there[-1]))
        for _, marked in calls:
            sheet.add(marked, into, there[-1].raw)
        return
    message: JsonObject = {"role": "user", layout.content: [marked for _, marked in calls]}
    sheet.add(message, sheet.slots[id(last.raw)], last.raw)


def end_of_run(view: View, call: ToolCallPart) -> Message | None:
    """The last message of the run of the model's that a call is in, where one can be put
    behind it."""
    messages = view.conversation.messages
    position = view.message_positions[view.message_of[call.key].key]
    while position + 1 < len(messages) and messages[position + 1].role == "assistant":
        position += 1
    return messages[position] if id(messages[position].raw) in view.sheet.slots else None
