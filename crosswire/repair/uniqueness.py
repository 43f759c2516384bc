"""One id, one call; one call, one result: copies are dropped, and what only shares an id gets its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.pairing import Pair
from crosswire.repair.change import Fix
from crosswire.repair.removing import removal
from crosswire.repair.view import End, View, said_by


def drop_copied_results(view: View) -> Iterator[Fix]:
    """Results that came twice, word for word; where they differ, nothing tells which is true."""
    for orphan in view.pairing.orphans:
        first = orphan.duplicate_of
        if first is None:
            continue
        copy, why = orphan.result, "The same result stands here a second time, word for word."
        if not _say_the_same(orphan.result, first.result):
            if not _came_before(first, view):
                continue
            copy = first.result
            why = "It is the result of an earlier call with this id, word for word; another one came here."
        remove = removal(view, copy)
        if remove is not None:
            yield Fix("duplicate-result", "dropped", why, (orphan.result, first.result), remove)


def _came_before(pair: Pair, view: View) -> bool:
    """Whether a result is that of a call of an earlier turn, sent again because of the same id."""
    return view.first_told[said_by(pair.result)] < view.turn(pair.call)


def _say_the_same(one: ToolResultPart, other: ToolResultPart) -> bool:
    return one.wire_type == other.wire_type and said_by(one) == said_by(other)


def part_duplicate_calls(view: View) -> Iterator[Fix]:
    """Calls of one turn with one id: a copy that nothing answers goes, another call gets an id of its own."""
    for calls in view.uses_in_turn.values():
        first, *others = calls
        for call in others:
            if call.key in view.evidence.faulty_ids or call.call_id.address is None:
                continue
            pair = view.pairing.pair_of.get(call.key)
            if pair is None and _call_the_same(first, call) and (remove := removal(view, call)):
                why = "The same call stands here a second time, and one result came."
                yield Fix("duplicate-call-id", "dropped", why, (call, first), remove)
                continue
            found = "Another call of this turn has the same id"
            yield _renamed("duplicate-call-id", call, view, found, sure=pair is None)


def _call_the_same(one: ToolCallPart, other: ToolCallPart) -> bool:
    mine, yours = one.arguments, other.arguments
    return (one.name, mine.state, mine.value, mine.text) == (other.name, yours.state, yours.value, yours.text)


def part_reused_ids(view: View) -> Iterator[Fix]:
    """Calls of later turns with the id of an earlier one; the first keeps it."""
    for uses in view.turns_of_id.values():
        for call in uses[1:]:
            if call.key not in view.evidence.faulty_ids and call.call_id.address is not None:
                yield _renamed("id-reused-later", call, view, "A call of an earlier turn has the same id")


def _renamed(rule: str, call: ToolCallPart, view: View, found: str, *, sure: bool = True) -> Fix:
    parts: list[End] = [call]
    pair = view.pairing.pair_of.get(call.key)
    if pair is not None:
        parts.append(pair.result)
    parts += [o.result for o in view.duplicates_of.get(call.key, ())]
    why = f"{found}; this one and its result get one from a hash of the place, as the first keeps its own."
    return Fix(rule, "id", why, tuple(parts), view.renaming(parts, view.sheet.made_id(call)), sure)


def free_item_ids(view: View) -> Iterator[Fix]:
    """Ids of calls where the id of an item should stand, which an item of a request can do without."""
    for item in view.evidence.odd_item_ids:
        if item.wire_type in _NEED_NO_ID:
            why = "An item of a request needs no id of its own, and this is none that its type can have."
            rule = "call-id-as-item-id" if item.is_call_id else "item-id-prefix"
            take_away = partial(view.sheet.set, item.address, None, absent=True)
            yield Fix(rule, "id", why, (item.part,), take_away)


_NEED_NO_ID = frozenset(
    {
        "function_call",
        "function_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
    }
)
