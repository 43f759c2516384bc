"""Which fields of messages name them, the one before them, their time and their thread."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.by_shape.mapping import Patterns
from crosswire.logs.by_shape.patterns import Pattern
from crosswire.logs.by_shape.sites import Thing
from crosswire.logs.by_shape.vocabulary import OWN_IDS, PARENTS, THREADS, TIMES


def links_of(things: Sequence[Thing]) -> tuple[Patterns, Patterns, Patterns, Patterns]:
    """The patterns of a message's id, its parent, its time and its thread."""
    id, parent = _parents(things)
    time = next((key for key in _keys(things, TIMES) if _share(things, key) > 0.5), None)
    thread = next((key for key in _keys(things, THREADS) if _tells_threads(things, key)), None)
    return _pattern(id), _pattern(parent), _pattern(time), _pattern(thread)


def _parents(things: Sequence[Thing]) -> tuple[str | None, str | None]:
    """The fields that link messages: most that name a message before them name one there."""
    for parent in _keys(things, PARENTS):
        named = [text for thing in things if (text := _text(thing, parent))]
        for id in _keys(things, OWN_IDS):
            own = {_text(thing, id) for thing in things}
            if named and 2 * sum(text in own for text in named) >= len(named) and id != parent:
                return id, parent
    return None, None


def _tells_threads(things: Sequence[Thing], key: str) -> bool:
    values = [_text(thing, key) for thing in things]
    return None not in values and 1 < len(set(values)) <= len(values) / 2


def _keys(things: Sequence[Thing], words: Sequence[str]) -> list[str]:
    found = (thing.words.get(one) for one in words for thing in things[:200])
    return list(dict.fromkeys(key for key in found if key is not None))


def _share(things: Sequence[Thing], key: str) -> float:
    return sum(bool(_text(thing, key)) for thing in things) / len(things)


def _text(thing: Thing, key: str) -> str | None:
    value = thing.value.get(key)
    return value if isinstance(value, str) and value else None


def _pattern(key: str | None) -> Patterns:
    return () if key is None else (Pattern((key,)),)
