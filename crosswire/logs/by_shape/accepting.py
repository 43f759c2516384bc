"""Chooses among groups of calls that tell of the same calls."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from crosswire.logs.by_shape.call_groups import Calls
from crosswire.logs.by_shape.saying import says_result
from crosswire.logs.by_shape.ties import Ties, choose_id, id_text
from crosswire.tools.call_shapes import CALL_IDS, word

_FAR_MORE = 4
"""How many times as many calls without an id are more than what stands beside the others."""


def accepted(groups: Sequence[Calls], ties: Ties) -> list[Calls]:
    """The groups that tell of calls that no better one tells of.

    Where the calls of a file have ids, what looks like a call and has none is no call of its
    conversation: a plan, a span, a tool's own notes; unless it is there many times as often.
    """
    for group in groups:
        choose_id(group, ties)
    kept: list[Calls] = []
    seen: set[Hashable] = set()
    said: set[Hashable] = set()
    has_ids = False
    for group in sorted(groups, key=lambda group: _rank(group, ties)):
        has_id = _has_call_id(group, ties)
        ids, contents = _ids(group) if has_id else set(), _contents(group)
        new = ids - seen if has_id else contents - said
        is_beside = has_ids and not has_id and len(contents) <= _FAR_MORE * len(seen)
        if is_beside or (kept and 2 * len(new) <= len(ids or contents)):
            continue
        kept.append(group)
        has_ids |= has_id
        seen |= ids
        said |= contents
    return kept


def _rank(group: Calls, ties: Ties) -> tuple[float, ...]:
    """The lower, the better: results that look like calls come last, calls with ids first."""
    things = [group.object_of(call) for call in group.calls[:100]]
    results = sum(map(says_result, things)) / len(things)
    is_result = results >= 0.5 and not group.outputs
    return is_result, not _has_call_id(group, ties), -len(_contents(group))


def _has_call_id(group: Calls, ties: Ties) -> bool:
    """Whether calls have an id that is surely one: by its name, or as others have it."""
    if group.id is None:
        return False
    own = (len(ties.holders.get(str(text), ())) > 1 for text in _ids(group))
    return word(group.id.key) in CALL_IDS or any(own)


def _ids(group: Calls) -> set[Hashable]:
    return {
        text
        for call in group.calls
        if (text := id_text(group.value(call, group.id))) is not None
    }


def _contents(group: Calls) -> set[Hashable]:
    return {
        (
            str(group.value(call, group.name)).rpartition(" ")[2],
            repr(group.value(call, group.arguments))[:500],
        )
        for call in group.calls
    }
