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

_OF_IDS = 4
"""How many of the clues are that ids resemble each other."""

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
    if by_id_alone:
        results = [result for result in results if result.call_id.value]
        calls = [call for call in calls if call.call_id.value]
    guesses: dict[NodeKey, ToolCallPart] = {}
    taken: set[str] = set()
    clues = _clues(results, calls)
    for call_keys, result_keys in clues[:_OF_IDS] if by_id_alone else clues:
        if len(guesses) == len(results) or len(taken) == len(calls):
            break
        index: dict[str, deque[ToolCallPart]] = defaultdict(deque)
        for call in calls:
            for key in call_keys(call):
                if key and call.key not in taken:
                    index[key].append(call)
        for result in results:
            found = (
                None if result.key in guesses else _first(index, result_keys(result), taken)
            )
            if found is not None:
                guesses[result.key] = found
                taken.add(found.key)
    return guesses


def _first(
    index: dict[str, deque[ToolCallPart]], keys: Iterable[str | None], taken: set[str]
) -> ToolCallPart | None:
    for key in keys:
        queue = index.get(key) if key else None
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
    return halves(part.call_id.value or "") or ()


def _letters(part: ToolCallPart | ToolResultPart) -> str:
    """The id without what cleaning changes: its looks, without characters that some target
    refuses."""
    return re.sub(r"[\W_]", "", skeleton(part.call_id.value or ""))


_SHORTEST_CUT = 6


def _lengths(parts: Sequence[ToolCallPart] | Sequence[ToolResultPart]) -> set[int]:
    return {
        length for part in parts if (length := len(part.call_id.value or "")) >= _SHORTEST_CUT
    }


def _beginnings(part: ToolCallPart | ToolResultPart, lengths: set[int]) -> list[str]:
    """An id that was cut to fit is the beginning of the other."""
    value = part.call_id.value or ""
    return [value[:length] for length in sorted(lengths, reverse=True) if length < len(value)]
