"""Tells a list of turns, each with a list of messages, from a list of conversations.

The turns of one object are one conversation where a word says so (`turns`, or a number in
`turn` that counts them); tasks, samples and rows have lists of messages too, and nothing ties
one of them to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from crosswire.logs.by_shape.call_groups import Calls
from crosswire.logs.by_shape.patterns import Many, Pattern
from crosswire.logs.by_shape.sites import Site, Thing
from crosswire.logs.by_shape.ties import id_text
from crosswire.model import JsonValue
from crosswire.model.json_values import is_number
from crosswire.tools.call_shapes import word

_SAMPLE = 200
_LISTS = re.compile(
    "(?:chat|conversation|dialog(?:ue)?|session)?(?:turns?|rounds?|exchanges|history)"
    "|conversation|dialog(?:ue)?"
)
"""Fields with the turns of a conversation."""
_NUMBERS = re.compile("(?:turn|round|exchange)(?:id|index|idx|no|nr|number|num|count)?")
"""Fields that count them."""


def conversation_of(sites: Sequence[Site], calls: Sequence[Calls]) -> Pattern | None:
    """Where the objects stand of which each is a conversation in turns; None where each list
    of messages is one."""
    turns = _list_around(sites[0]) if len(sites) == 1 else None
    home = None if turns is None or turns.above is None else turns.above.above
    if turns is None or home is None or not home.objects:
        return None
    held = _held(turns, sites[0])
    several = [one for one in held if len(one) > 1]
    if not several or not _are_turns(turns, several):
        return None
    again = any(_repeat(one) for one in several) or _ids_begin_anew(turns, calls)
    return None if again else Pattern(home.steps_from())


def _list_around(site: Site) -> Site | None:
    """The elements of the next list around the one with the messages, which an object holds in
    a field."""
    one = site.above
    while one is not None and one.step is not Many.EACH:
        one = one.above
    field = None if one is None else one.above
    return one if field is not None and isinstance(field.step, str) else None


def _held(turns: Site, messages: Site) -> list[list[tuple[Thing, Thing]]]:
    """Of each object with turns those that have messages, each with its first message."""
    found: dict[int, dict[int, tuple[Thing, Thing]]] = {}
    for thing in islice(messages.objects, _SAMPLE):
        turn = thing.within(turns)
        if turn is not None:
            of_home = found.setdefault(id(turn.holder), {})
            of_home.setdefault(id(turn), (turn, thing))
    return [list(one.values()) for one in found.values()]


def _are_turns(turns: Site, several: Sequence[Sequence[tuple[Thing, Thing]]]) -> bool:
    """Whether the name of the list says so, or a number in each."""
    if turns.above is not None and _LISTS.fullmatch(word(str(turns.above.step))):
        return True
    return all(_are_counted([turn for turn, _ in one]) for one in several)


def _are_counted(turns: Sequence[Thing]) -> bool:
    keys = [key for name, key in turns[0].words.items() if _NUMBERS.fullmatch(name)]
    return any(_grow([turn.value.get(key) for turn in turns]) for key in keys)


def _grow(numbers: Sequence[JsonValue]) -> bool:
    known = [one for one in numbers if is_number(one)]
    return len(known) == len(numbers) and all(a < b for a, b in pairwise(known))


def _repeat(turns: Sequence[tuple[Thing, Thing]]) -> bool:
    """Whether turns begin alike: with the whole history, or with one system prompt."""
    return any(first.value == other.value for (_, first), (_, other) in pairwise(turns))


def _ids_begin_anew(turns: Site, calls: Sequence[Calls]) -> bool:
    """Whether two turns have calls with one id, so that it tells no call of the whole."""
    homes: dict[str, int] = {}
    return any(homes.setdefault(call, turn) != turn for call, turn in _ids(turns, calls))


def _ids(turns: Site, calls: Sequence[Calls]) -> Iterator[tuple[str, int]]:
    for group in calls:
        for call in group.calls:
            turn, named = group.object_of(call).within(turns), group.value(call, group.id)
            text = id_text(named)
            if turn is not None and text:
                yield text, id(turn)
