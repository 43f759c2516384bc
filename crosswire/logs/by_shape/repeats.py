"""What a file writes twice is counted once: calls and results that are written again as they
grow, and lists that repeat the history of another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate

from crosswire.logs.by_shape.messages import Told
from crosswire.model import (
    ArgumentsState,
    JsonValue,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

MOST_TRIED = 8
"""Places in longer conversations where a shorter one may stand once more."""
_Content = tuple[object, ...]


def join_repeats(messages: Sequence[Told]) -> list[Part]:
    """Keep one of the parts that tell of one call or of one result; gives those left out.

    Only an id tells that: two calls with the same arguments are two.
    """
    seen: dict[tuple[object, ...], tuple[Told, int]] = {}
    left: list[Part] = []
    for told in messages:
        kept: list[Part] = []
        for part in told.parts:
            key = _key(part)
            if key is None or key not in seen:
                if key is not None:
                    seen[key] = (told, len(kept))
                kept.append(part)
                continue
            owner, number = seen[key]
            parts = kept if owner is told else owner.parts
            fuller = _fuller(parts[number], part)
            if fuller is None:
                kept.append(part)
                continue
            left.append(part if fuller is parts[number] else parts[number])
            parts[number] = fuller
        told.parts = kept
    return left


def _key(part: Part) -> tuple[object, ...] | None:
    if isinstance(part, ToolCallPart) and part.call_id.value:
        return "call", part.call_id.value, part.name
    if isinstance(part, ToolResultPart) and part.call_id.value:
        return "result", part.call_id.value
    return None


def _fuller(one: Part, other: Part) -> Part | None:
    """The one of two parts that says all that the other does; None where each says something
    of its own."""
    first, second = _said(one), _said(other)
    if first == second or second is None:
        return one
    if first is None:
        return other
    if _goes_on(first, second):
        return other
    return one if _goes_on(second, first) else None


def _goes_on(short: JsonValue, long: JsonValue) -> bool:
    """Whether a value is another one, grown: a longer text, an object with more fields."""
    if isinstance(short, str) and isinstance(long, str):
        return long.startswith(short)
    if isinstance(short, dict) and isinstance(long, dict):
        return all(
            key in long and (long[key] == one or _grew(one, long[key]))
            for key, one in short.items()
        )
    return False


def _grew(short: JsonValue, long: JsonValue) -> bool:
    return isinstance(short, str) and isinstance(long, str) and long.startswith(short)


def _said(part: Part) -> JsonValue:
    """The arguments of a call or the output of a result, as far as they came."""
    if isinstance(part, ToolCallPart):
        given = part.arguments
        if given.state is ArgumentsState.ABSENT or given.value == {}:
            return None
        return given.value if given.text is None else given.text
    if isinstance(part, ToolResultPart):
        texts = [one.text for one in part.content if isinstance(one, TextPart)]
        if len(texts) == len(part.content):
            return "\n".join(texts) or None
        return [one.raw for one in part.content]
    return None


def repeated(lists: Sequence[Sequence[Told]]) -> list[int | None]:
    """The number of the longer list in which each stands once more; None of those that are
    to be read."""
    keys: dict[object, int] = {}
    numbered = [
        [keys.setdefault(content_of(one), len(keys)) for one in each] for each in lists
    ]
    begun: dict[tuple[int, int], int] = {}
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    homes: list[int | None] = [None] * len(lists)
    for number in sorted(range(len(lists)), key=lambda n: -len(lists[n])):
        own = numbered[number]
        beginnings = list(accumulate(own, lambda before, key: hash((before, key)), initial=0))
        home = begun.get((beginnings[-1], len(own)))
        if home is None or numbered[home][: len(own)] != own:
            home = _inside(own, numbered, places)
        homes[number] = home
        if home is None:
            for position, key in enumerate(own):
                begun.setdefault((beginnings[position + 1], position + 1), number)
                places[key].append((number, position))
    return homes


def _inside(
    own: list[int], lists: list[list[int]], places: dict[int, list[tuple[int, int]]]
) -> int | None:
    """A list that these messages stand in, one after another; the latest few are looked at."""
    for other, start in places[own[0]][-MOST_TRIED:] if own else ():
        if lists[other][start : start + len(own)] == own:
            return other
    return None


def content_of(told: Told) -> _Content:
    """Who says what in a message, whatever it is written like."""
    said = [_part(part) for part in told.parts]
    return (told.role, *said)


def _part(part: Part) -> _Content:
    if isinstance(part, ToolCallPart):
        return "call", part.call_id.value, part.name, repr(_said(part))
    if isinstance(part, ToolResultPart):
        return "result", part.call_id.value, repr(_said(part))
    return type(part).__name__, getattr(part, "text", "")
