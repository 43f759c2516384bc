"""Which call a result was most likely meant for, when its id matches none.

A guess for messages and repairs, never a pairing. Clues are tried one after the other over all
the results of a turn, the strongest first, so that a weak clue of one result does not take the
call that a strong clue gives to another; what no clue tells is guessed by order.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence

from crosswire.ids.lookalikes import skeleton
from crosswire.ids.shapes import halves
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.model.node_key import NodeKey

_CLUES_OF_IDS = 4
"""The first clues are that the two ids resemble each other."""

CallKeys = Callable[[ToolCallPart], Iterable[str | None]]
ResultKeys = Callable[[ToolResultPart], Iterable[str | None]]


def likely_calls(
    results: Sequence[ToolResultPart],
    calls: Sequence[ToolCallPart],
    *,
    by_id_alone: bool = False,
) -> dict[NodeKey, ToolCallPart]:
    """Key of a result -> the call; each call is given to one result at most.

    With `by_id_alone` only where the two ids resemble each other.
    """
    number_of_clues = None
    if by_id_alone:
        number_of_clues = _CLUES_OF_IDS
        results = [result for result in results if result.call_id.value]
        calls = [call for call in calls if call.call_id.value]
    guesses: dict[NodeKey, ToolCallPart] = {}
    for call_keys, result_keys in _clues(results, calls)[:number_of_clues]:
        results = [result for result in results if result.key not in guesses]
        taken = {call.key for call in guesses.values()}
        calls = [call for call in calls if call.key not in taken]
        if not results or not calls:
            break
        guesses |= _matches(_index(calls, call_keys), results, result_keys)
    return guesses


def _index(calls: Iterable[ToolCallPart], keys: CallKeys) -> dict[str, deque[ToolCallPart]]:
    index: dict[str, deque[ToolCallPart]] = defaultdict(deque)
    for call in calls:
        for key in filter(None, keys(call)):
            index[key].append(call)
    return index


def _matches(
    index: dict[str, deque[ToolCallPart]], results: Iterable[ToolResultPart], keys: ResultKeys
) -> dict[NodeKey, ToolCallPart]:
    matches: dict[NodeKey, ToolCallPart] = {}
    taken: set[NodeKey] = set()
    for result in results:
        call = _first(index, keys(result), taken)
        if call is not None:
            matches[result.key] = call
            taken.add(call.key)
    return matches


def _first(
    index: dict[str, deque[ToolCallPart]], keys: Iterable[str | None], taken: set[NodeKey]
) -> ToolCallPart | None:
    for key in filter(None, keys):
        queue = index.get(key)
        while queue and queue[0].key in taken:
            queue.popleft()
        if queue:
            return queue[0]
    return None


def _clues(
    results: Sequence[ToolResultPart], calls: Sequence[ToolCallPart]
) -> Sequence[tuple[CallKeys, ResultKeys]]:
    """Each clue says what a call and a result must have in common; the first four, that their
    ids do."""
    cut_to = _lengths(results)
    cut_from = _lengths(calls)
    return (
        (
            lambda call: (call.call_id.value, call.item_id, *_halves(call)),
            lambda result: (result.call_id.value, *_halves(result)),
        ),
        (lambda call: (_letters(call),), lambda result: (_letters(result),)),
        (lambda call: _beginnings(call, cut_to), lambda result: (result.call_id.value,)),
        (lambda call: (call.call_id.value,), lambda result: _beginnings(result, cut_from)),
        (lambda call: (call.name,), lambda result: (result.call_id.value,)),
        (lambda call: (call.name,), lambda result: (result.name,)),
        (lambda call: ("any",), lambda result: ("any",)),
    )


def _halves(part: ToolCallPart | ToolResultPart) -> tuple[str, ...]:
    return halves(part.call_id.text) or ()


def _letters(part: ToolCallPart | ToolResultPart) -> str:
    """The id without what cleaning changes: its looks, without characters that some target
    refuses."""
    return re.sub(r"[\W_]", "", skeleton(part.call_id.text))


_MIN_CUT = 6
"""Characters that are left at least of an id that was cut to fit."""


def _lengths(parts: Sequence[ToolCallPart] | Sequence[ToolResultPart]) -> set[int]:
    lengths = {len(part.call_id.text) for part in parts}
    return {length for length in lengths if length >= _MIN_CUT}


def _beginnings(part: ToolCallPart | ToolResultPart, lengths: set[int]) -> list[str]:
    """An id that was cut to fit is the beginning of the other."""
    value = part.call_id.text
    return [value[:length] for length in sorted(lengths, reverse=True) if length < len(value)]
