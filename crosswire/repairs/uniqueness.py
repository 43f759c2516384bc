"""One id, one call; one call, one result: copies are dropped, and what only shares an id gets
its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.ids.item_ids import item_id_of
from crosswire.model import JsonValue, Message, ToolCallPart, ToolResultPart
from crosswire.pairing import Pair
from crosswire.repairs.change import Fix
from crosswire.repairs.removing import removal
from crosswire.repairs.view import End, Said, View, said_by


def drop_copied_results(view: View) -> Iterator[Fix]:
    """Results that came twice, word for word; where they differ, nothing tells which is
    true."""
    for orphans in view.duplicates_of.values():
        pair = orphans[0].duplicate_of
        if pair is not None:
            yield from _drop_of_call(pair, [orphan.result for orphan in orphans], view)


def _drop_of_call(pair: Pair, more: list[ToolResultPart], view: View) -> Iterator[Fix]:
    """Of the results of a call the copies, and those of an earlier turn that stand before its
    own."""
    groups = {_words(pair.result): [pair.result]}
    for result in more:
        words = _words(result)
        if words in groups or view.turn(result) == view.turn(pair.call):
            groups.setdefault(words, []).append(result)
    told = list(groups.values())
    for (first, *copies), following in zip_longest(told, told[1:]):
        for copy in copies:
            why = "The same result stands here a second time, word for word."
            yield from _dropped(copy, first, view, why)
        if following is None or not _came_before(first, pair, view):
            return
        why = (
            "It is the result of an earlier call with this id, word for word; another one "
            "came here."
        )
        yield from _dropped(first, following[0], view, why)


def _dropped(
    copy: ToolResultPart, other: ToolResultPart, view: View, why: str
) -> Iterator[Fix]:
    remove = removal(view, copy)
    if remove is not None:
        yield Fix("duplicate-result", "dropped", why, (copy, other), remove)


def _came_before(result: ToolResultPart, pair: Pair, view: View) -> bool:
    """Whether a result is that of a call of an earlier turn, sent again because of the same
    id."""
    return view.first_told[said_by(result)] < view.turn(pair.call)


def _words(result: ToolResultPart) -> tuple[str, Said]:
    return result.wire_type, said_by(result)


def part_duplicate_calls(view: View) -> Iterator[Fix]:
    """Calls of one turn with one id: a copy that nothing answers goes, another call gets an id
    of its own."""
    for calls in view.uses_in_turn.values():
        first, *others = calls
        for call in others:
            if call.key in view.evidence.faulty_ids or call.call_id.address is None:
                continue
            pair = view.pairing.pair_of.get(call.key)
            if (
                pair is None
                and _call_the_same(first, call)
                and (remove := removal(view, call))
            ):
                why = "The same call stands here a second time, and one result came."
                yield Fix("duplicate-call-id", "dropped", why, (call, first), remove)
                continue
            if view.is_half_answered(call):
                continue  # nothing tells which of them the result answers
            found = "Another call of this turn has the same id"
            sure = not any(one.key in view.pairing.pair_of for one in calls)
            yield _renamed("duplicate-call-id", call, view, found, sure=sure)


def _call_the_same(one: ToolCallPart, other: ToolCallPart) -> bool:
    mine, yours = one.arguments, other.arguments
    return (one.name, mine.state, mine.value, mine.text) == (
        other.name,
        yours.state,
        yours.value,
        yours.text,
    )


def part_reused_ids(view: View) -> Iterator[Fix]:
    """Calls of later turns with the id of an earlier one; the first keeps it."""
    for uses in view.turns_of_id.values():
        for call in uses[1:]:
            if call.key not in view.evidence.faulty_ids and call.call_id.address is not None:
                yield _renamed(
                    "id-reused-later", call, view, "A call of an earlier turn has the same id"
                )


def _renamed(
    rule: str, call: ToolCallPart, view: View, found: str, *, sure: bool = True
) -> Fix:
    parts: list[End] = [call]
    pair = view.pairing.pair_of.get(call.key)
    if pair is not None:
        parts.append(pair.result)
    parts += [o.result for o in view.duplicates_of.get(call.key, ())]
    why = (
        f"{found}; this one and its result get one from a hash of the place, as the first "
        "keeps its own."
    )
    return Fix(
        rule, "id", why, tuple(parts), view.renaming(parts, view.sheet.made_id(call)), sure
    )


def free_item_ids(view: View) -> Iterator[Fix]:
    """Ids of calls where the id of an item should stand, which an item of a request can do
    without."""
    for item in view.evidence.odd_item_ids:
        if item.wire_type in _NEED_NO_ID:
            why = (
                "An item of a request needs no id of its own, and this is none that its "
                "type can have."
            )
            rule = "call-id-as-item-id" if item.is_call_id else "item-id-prefix"
            take_away = partial(view.sheet.set, item.address, None, absent=True)
            yield Fix(rule, "id", why, (item.part,), take_away)


def free_copied_item_ids(view: View) -> Iterator[Fix]:
    """Items with the id of an earlier one: a copy of it goes, another item does without where
    it can."""
    first: dict[str, Message] = {}
    for message in view.conversation.messages:
        value = item_id_of(message)
        item, slots = message.raw, view.sheet.slots.get(id(message.raw))
        if (
            not value
            or first.setdefault(value, message) is message
            or not isinstance(item, dict)
        ):
            continue
        part, kind = message.parts[0], item.get("type")
        if isinstance(kind, str) and kind in _NEED_NO_ID:
            why = (
                "An earlier item has this id too, and keeps it; an item of a request "
                "needs none."
            )
            take_away = partial(
                view.sheet.set, Address(f"{message.address}/id"), None, absent=True
            )
            yield Fix("duplicate-item-id", "id", why, (part,), take_away)
        elif slots is not None and (
            kind == "item_reference" or _are_equal(item, first[value].raw)
        ):
            why = (
                "The item with this id stands before it already, word for word; an item is "
                "sent once."
            )
            if kind == "item_reference":
                why = (
                    "The item that it refers to stands before it already; an item is "
                    "sent once."
                )
            yield Fix(
                "duplicate-item-id",
                "dropped",
                why,
                (part,),
                partial(view.sheet.drop, item, slots),
            )


def _are_equal(one: JsonValue, other: JsonValue) -> bool:
    return json_document.write(one) == json_document.write(other)


_NEED_NO_ID = frozenset(
    {
        "function_call",
        "function_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
    }
)
