"""Where the elements of a list say who speaks, and what is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from crosswire.logs.by_shape.patterns import Many, Step
from crosswire.logs.by_shape.sites import Thing, words_of
from crosswire.logs.by_shape.vocabulary import KINDS, SPEAKERS, TEXTS, THOUGHTS, WEAK_TEXTS
from crosswire.logs.by_shape.words import role_of
from crosswire.model import JsonObject, JsonValue

_Path = tuple[Step, ...]
_INSIDE = (
    "message",
    "author",
    "sender",
    "data",
    "payload",
    "kwargs",
    "msg",
    "item",
    "body",
    "event",
    "ev",
)
"""Fields whose object may say who speaks."""
_OF_AUTHORS = (*SPEAKERS, "kind", "type", "name")
_HOLDERS = (
    *("parts", "blocks", "items", "segments", "chunks", "elements", "data", "payload"),
    *("kwargs", "item", "event", "ev", "entry", "record"),
)
"""Fields whose lists or objects may hold what was said."""
_DEEP = 3
"""Objects in objects."""


def role_paths(things: Sequence[Thing]) -> list[tuple[_Path, float]]:
    """The fields that say who speaks, the best first, with how many elements name a role that
    is known there."""
    known: Counter[_Path] = Counter()
    values: dict[_Path, set[str]] = {}
    for thing in things:
        for path, text, is_sure in _spoken(thing.value):
            values.setdefault(path, set()).add(text)
            role = role_of(text)
            known[path] += role != "other" and (is_sure or _is_word(text))
    shares = [(path, known[path] / len(things)) for path in values if known[path]]
    return sorted(shares, key=lambda one: (-one[1], str(one[0][-1]) not in SPEAKERS))


def speaking(things: Sequence[Thing]) -> float:
    """How many of the elements say who speaks."""
    return max((share for _, share in role_paths(things)), default=0.0)


def _spoken(value: JsonObject) -> Iterator[tuple[_Path, str, bool]]:
    words = words_of(tuple(value))
    for names, is_sure in ((SPEAKERS, True), (KINDS, False)):
        for key in (words[name] for name in names if name in words):
            if _is_short_text(value[key]):
                yield (key,), str(value[key]), is_sure
    for name in _INSIDE:
        inner = value[words[name]] if name in words else None
        if isinstance(inner, dict):
            for key, is_sure in _speakers_in(inner, name):
                yield (words[name], key), str(inner[key]), is_sure


def _speakers_in(inner: JsonObject, name: str) -> Iterator[tuple[str, bool]]:
    words = words_of(tuple(inner))
    for one in _OF_AUTHORS if name in ("author", "sender") else SPEAKERS:
        if one in words and _is_short_text(inner[words[one]]):
            yield words[one], one in SPEAKERS


def _is_short_text(value: JsonValue) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 80


def _is_word(text: str) -> bool:
    return len(text) <= 24


def texts_of(thing: Thing) -> list[_Path]:
    """The fields of an element that hold what was said, with those of blocks in them."""
    return list(dict.fromkeys(_texts(thing.value, (), 0, TEXTS)))


def thoughts_of(thing: Thing) -> list[_Path]:
    """The fields that hold what a model thought."""
    return list(dict.fromkeys(_texts(thing.value, (), 0, THOUGHTS)))


def weak_texts_of(thing: Thing) -> list[_Path]:
    """Fields whose names do not say that they hold what was said, and which hold words."""
    found = dict.fromkeys(_texts(thing.value, (), 1, WEAK_TEXTS))
    return [path for path in found if len(path) <= 2]


def _texts(
    value: JsonObject, path: _Path, depth: int, leaves: Sequence[str]
) -> Iterator[_Path]:
    words = words_of(tuple(value))
    for one in leaves:
        key = words.get(one)
        if key is not None and isinstance(value[key], str) and value[key]:
            yield (*path, key)
    for one in (*TEXTS, *_HOLDERS) if depth < _DEEP else ():
        key = words.get(one)
        if key is None:
            continue
        inner = value[key]
        if isinstance(inner, dict):
            yield from _texts(inner, (*path, key), depth + 1, leaves)
        elif isinstance(inner, list):
            yield from _in_list(inner, (*path, key), depth, leaves)


def _in_list(
    values: list[JsonValue], path: _Path, depth: int, leaves: Sequence[str]
) -> Iterator[_Path]:
    for one in islice(values, 30):
        if isinstance(one, dict):
            yield from _texts(one, (*path, Many.EACH), depth + 1, leaves)
        elif isinstance(one, str) and one and leaves is TEXTS:
            yield (*path, Many.EACH)
