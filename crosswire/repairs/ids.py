"""Ids that do not tie a result to its call: restored where one candidate is certain, or made.

A wrong id is replaced by the one at the other end. Where neither end has one that names a
call, both get the same made one, from a hash of the upload's digest and the place of the call.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import partial

from crosswire.ids.lookalikes import skeleton
from crosswire.ids.shapes import halves, has_item_prefix, is_placeholder
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.pairing import How
from crosswire.repairs.change import Fix
from crosswire.repairs.view import End, View, named
from crosswire.rules.evidence import FaultyId, IdFault

_RULES = {
    IdFault.ABSENT: "absent-id",
    IdFault.EMPTY: "empty-id",
    IdFault.ITEM_ID: "item-id-as-call-id",
    IdFault.RESULT_TEXT: "result-text-as-id",
    IdFault.TOOL_NAME: "tool-name-as-id",
    IdFault.PLACEHOLDER: "placeholder-id",
    IdFault.COMPOSITE: "composite-id",
    IdFault.LOOKALIKE: "lookalike-ids",
    IdFault.MADE_UP: "fabricated-id",
}
_SHORTEST_CUT = 6
_LONGEST_COUNTER = 9
"""In digits; a longer number is a time or random, and may well be cut."""
_MOST_RIVALS = 200
"""Loose calls of a turn that are compared with each result; no real turn has more."""


def fix_faulty_ids(view: View) -> Iterator[Fix]:
    """Ids that turned out to be something else."""
    done: set[str] = set()
    for key, faulty in view.evidence.faulty_ids.items():
        if key in done:
            continue
        fix = _split(faulty, view) if faulty.fault is IdFault.COMPOSITE else None
        fix = fix or _fix_of(faulty, view)
        if fix is not None and not any(part.key in done for part in fix.about):
            done |= {part.key for part in fix.about}
            yield fix


def _fix_of(faulty: FaultyId, view: View) -> Fix | None:
    end = faulty.end
    if end.severed:
        return _rejoined(faulty, view)
    pair = view.pairing.pair_of.get(end.part.key)
    if pair is not None and view.has_rivals(pair):
        return None  # the result may as well be that of a call that has none
    if pair is not None and pair.call.call_id.value != pair.result.call_id.value:
        return _restored(faulty, pair.call, pair.result, view, sure=not faulty.sharers)
    if (
        not faulty.certain
        or faulty.fault is IdFault.MADE_UP
        or end.part.call_id.address is None
    ):
        return None  # it ties, and nothing but its looks speaks against it
    if not isinstance(end.part, ToolCallPart):
        return None  # a result that no call is known for
    ends: tuple[End, ...] = (end.part,) if pair is None else (pair.call, pair.result)
    by_order = (
        pair is not None
        and pair.how is How.BY_POSITION
        and len(view.calls_of_turn[view.turn(pair.call)]) > 1
    )
    return _made(faulty, ends, view, sure=not faulty.sharers and not by_order)


def _rejoined(faulty: FaultyId, view: View) -> Fix | None:
    """A result and the call that it most likely answers."""
    end, item = faulty.end, faulty.item
    if item is not None and not item.hybrid and item.call_id.value and end.result is end.part:
        return _restored(
            faulty, _of_own_turn(item, end.result, view), end.result, view, sure=True
        )
    if end.call is None or end.result is None:
        return None
    sure = faulty.fault is IdFault.LOOKALIKE or is_sure(end.call, end.result, view)
    return _restored(faulty, end.call, end.result, view, sure=sure)


def _of_own_turn(item: ToolCallPart, result: ToolResultPart, view: View) -> ToolCallPart:
    """The call of the result's own turn with the id of an item, where the id came again
    later."""
    uses = view.uses_in_turn.get((view.turn(result), item.call_id.value or ""), ())
    still_open = [call for call in uses if call.key not in view.pairing.pair_of]
    return still_open[0] if len(still_open) == 1 else item


def _restored(
    faulty: FaultyId, call: ToolCallPart, result: ToolResultPart, view: View, *, sure: bool
) -> Fix | None:
    """One end takes over the id of the other, or both a new one where neither has any."""
    bad = view.evidence.faulty_ids
    of_call = call.call_id.value if call.key not in bad else None
    of_result = result.call_id.value if result.key not in bad else None
    rule = _RULES[faulty.fault]
    if of_call is not None and result.call_id.address is not None:
        why = (
            f"The result{'' if sure else ' most likely'} answers this call, and takes "
            "over its id."
        )
        return Fix(rule, "id", why, (result, call), view.renaming((result,), of_call), sure)
    if (
        of_result is not None
        and call.call_id.address is not None
        and view.is_free(of_result, call)
    ):
        why = "The id of the result is no other call's; it is taken for this call's own."
        return Fix(rule, "id", why, (call, result), view.renaming((call,), of_result), sure)
    if call.call_id.address is None or result.call_id.address is None:
        return None
    return _made(faulty, (call, result), view, sure=sure)


def _made(faulty: FaultyId, ends: tuple[End, ...], view: View, *, sure: bool) -> Fix:
    both = ", the same at both ends" if len(ends) > 1 else ""
    why = (
        f"No id of a call stands here ({faulty.fault}); one is made from a hash of the "
        f"place{both}."
    )
    rename = view.renaming(ends, view.sheet.made_id(ends[0]))
    return Fix(_RULES[faulty.fault], "id", why, ends, rename, sure)


# Two ids in one


def _split(faulty: FaultyId, view: View) -> Fix | None:
    """Take glued ids apart, wherever they stand; what is left is the half that names the
    call."""
    end = faulty.end
    ends = [part for part in (end.call, end.result) if part is not None]
    glued = next((part for part in ends if halves(part.call_id.value or "")), None)
    value = glued.call_id.value if glued is not None else None
    both = halves(value or "")
    if value is None or both is None or faulty.sharers:
        return None
    half = _call_half(both)
    parts = {part.key: part for part in (*view.users[value], *ends)}
    changed = tuple(part for part in parts.values() if part.call_id.value != half)
    if not changed or any(part.key not in parts for part in view.users.get(half, ())):
        return None  # the half is the id of another call
    why = f"Two ids are glued together here; {half[:80]!r} is the one that names the call."
    sure = not end.severed or all(p.call_id.value in (*both, value) for p in ends)
    return Fix(
        "composite-id", "split", why, tuple(parts.values()), view.renaming(changed, half), sure
    )


def _call_half(both: tuple[str, str]) -> str:
    first, second = both
    if is_placeholder(first) or (has_item_prefix(first) and not has_item_prefix(second)):
        return second
    return first


# Ids that only do not match


def fix_mismatched_ids(view: View) -> Iterator[Fix]:
    """Results whose id no call has, where one call is certain for them."""
    for orphan in view.pairing.orphans:
        result, call = orphan.result, orphan.likely_call
        if call is None or view.is_explained(orphan) or not is_sure(call, result, view):
            continue
        if result.call_id.value is None:
            is_text = (
                result.name is not None
                and view.evidence.result_named(result.name, result) is not None
            )
            rule = "result-text-as-tool-name" if is_text else "orphan-result"
            yield from _named_anew(result, call, view, rule)
        elif call.call_id.value is not None:
            yield _matched(result, call, view)


def _matched(result: ToolResultPart, call: ToolCallPart, view: View) -> Fix:
    asked, given = call.call_id.value or "", result.call_id.value or ""
    if _is_cut(asked, given) and view.is_free(given, call):
        why = "The call's id was cut; the result still has the whole of it."
        return Fix("mismatched-id", "id", why, (result, call), view.renaming((call,), given))
    why = (
        "No other call is there that the result can answer; it takes over the id of this one."
    )
    return Fix("mismatched-id", "id", why, (result, call), view.renaming((result,), asked))


def is_sure(call: ToolCallPart, result: ToolResultPart, view: View) -> bool:
    """Whether more than the order says that they belong together, or nothing else is there to
    choose."""
    calls, results = view.loose_ends[view.turn(call)]
    if len(calls) == 1 and len(results) == 1:
        return True
    few = len(calls) <= _MOST_RIVALS and len(results) <= _MOST_RIVALS
    if few and _are_of_one_make(call, result, view):
        rivals = sum(_are_of_one_make(one, result, view) for one in calls)
        others = sum(_are_of_one_make(call, one, view) for one in results)
        if rivals <= 1 and others <= 1:
            return True
    of_calls, of_results = view.loose_names[view.turn(call)]
    return named(result) == call.name and of_calls[call.name] == of_results[call.name]


def _are_of_one_make(call: ToolCallPart, result: ToolResultPart, view: View) -> bool:
    """Whether one id is the other's beginning, half or look-alike, or that of the call's
    item."""
    asked, given, item_id = call.call_id.value or "", result.call_id.value or "", call.item_id
    if not asked or not given:
        return False
    if _is_cut(asked, given) or _is_cut(given, asked):
        return True
    if given in (item_id, *(halves(asked) or ())) or asked in (halves(given) or ()):
        return True
    return _letters(asked, view) == _letters(given, view) != ""


def _is_cut(short: str, whole: str) -> bool:
    """Whether an id is the beginning of another; a counter's number is none of a longer
    number."""
    if len(short) < _SHORTEST_CUT or not whole.startswith(short):
        return False
    stem = whole.rstrip(string.digits)
    if not len(stem) < len(short) < len(whole) or len(whole) - len(stem) > _LONGEST_COUNTER:
        return True
    return stem[-1:].isalnum() and re.search("[0-9]", stem) is not None


def _letters(value: str, view: View) -> str:
    known = view.sheet.letters
    if value not in known:
        known[value] = "".join(
            character for character in skeleton(value) if character.isalnum()
        )
    return known[value]


# Names that stand for ids


def fix_tool_names(view: View) -> Iterator[Fix]:
    """Results that have their own text where the tool's name should stand."""
    for pair in view.pairing.pairs:
        name = pair.result.name
        if name is None or pair.call.name in ("", name):
            continue
        if view.evidence.result_named(name, pair.result) is not None:
            yield from _named_anew(pair.result, pair.call, view, "result-text-as-tool-name")


def _named_anew(
    result: ToolResultPart, call: ToolCallPart, view: View, rule: str
) -> Iterator[Fix]:
    place = view.name_at(result)
    if place is not None and call.name and result.name != call.name:
        why = (
            "The result names no tool that was called; it takes over the name of the one "
            "it answers."
        )
        yield Fix(rule, "name", why, (result, call), partial(view.sheet.set, place, call.name))
