"""Looks up in a value what a mapping names."""

from __future__ import annotations

from crosswire.logs.by_shape.mapping import Patterns, Where
from crosswire.logs.by_shape.texts import Place, Texts


def holds(where: Where, place: Place, texts: Texts) -> bool:
    """Whether all conditions hold of a value."""
    return all(one.holds(place, texts) for one in where)


def first_of(patterns: Patterns, place: Place, texts: Texts) -> Place | None:
    """What the first of these patterns finds that finds anything."""
    for pattern in patterns:
        found = pattern.first(place, texts)
        if found is not None:
            return found
    return None


def text_at(patterns: Patterns, place: Place, texts: Texts) -> str | None:
    """The first text that these patterns find; None where there is none, or an empty one."""
    for pattern in patterns:
        for found in pattern.places(place, texts):
            if isinstance(found.value, str) and found.value:
                return found.value
    return None


def speaker_at(patterns: Patterns, place: Place, texts: Texts) -> str | None:
    """The word for who speaks; a yes or no (`isUser`) is the word `true` or `false`."""
    found = first_of(patterns, place, texts)
    if found is not None and isinstance(found.value, bool):
        return "true" if found.value else "false"
    return text_at(patterns, place, texts)
