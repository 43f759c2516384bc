"""What an object of a document says of itself: its kind, who speaks, that it is a result."""

from __future__ import annotations

import re
from functools import lru_cache

from crosswire.logs.by_shape.sites import Thing, words_of
from crosswire.logs.by_shape.vocabulary import KINDS, RESULTS, SPEAKERS
from crosswire.logs.by_shape.words import role_of
from crosswire.tools.call_shapes import CALL_IDS

_LETTERS = re.compile("[^a-z]")


def kinds_of(thing: Thing) -> list[str]:
    """The words that say what an object is."""
    found = (word_at(thing, key) for key in _kind_keys(tuple(thing.value)))
    return [text.lower() for text in found if text]


@lru_cache(4096)
def _kind_keys(keys: tuple[str, ...]) -> list[str]:
    words = words_of(keys)
    return [words[one] for one in (*KINDS, *SPEAKERS) if one in words]


def says_result(thing: Thing) -> bool:
    """Whether an object is called a result, by its own words or by the field that it is in."""
    words = [*kinds_of(thing), str(thing.site.step)]
    if any(map(_names_result, words)):
        return True
    if role_of(speaker_of(thing)) == "tool":
        return True
    has_id = any(word_at(thing, thing.words.get(one)) for one in CALL_IDS)
    return has_id and any(role_of(one) == "tool" for one in kinds_of(thing))


@lru_cache(1024)
def _names_result(word: str) -> bool:
    return RESULTS.fullmatch(_LETTERS.sub("", word.lower())) is not None


def speaker_of(thing: Thing) -> str:
    """The word in a field that can only say who speaks."""
    return next(
        (text for one in SPEAKERS if (text := word_at(thing, thing.words.get(one)))), ""
    )


def word_at(thing: Thing, key: str | None) -> str:
    """The text in a field, where it is one line and no prose."""
    value = None if key is None else thing.value.get(key)
    return value if isinstance(value, str) and len(value) <= 200 and "\n" not in value else ""
