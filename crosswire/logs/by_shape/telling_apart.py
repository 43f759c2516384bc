"""Finds the conditions that tell some objects from the others at their place."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.by_shape.mapping import Condition, Where
from crosswire.logs.by_shape.patterns import Pattern, Step
from crosswire.logs.by_shape.sites import Thing
from crosswire.logs.by_shape.ties import value_at
from crosswire.logs.by_shape.vocabulary import KINDS, SPEAKERS

_Path = tuple[Step, ...]
_MOST = 40
"""Values of a condition."""


def telling(things: Sequence[Thing], needed: Sequence[_Path]) -> Where | None:
    """What tells these objects from those others at their site that have all needed fields
    too; nothing where there are no others, None where nothing tells them apart.

    Where no field is needed, or some of the objects lack one, their kind is a condition.
    """
    own = {id(thing.value) for thing in things}
    paths = [path for path in needed if path]
    others = [
        thing
        for thing in things[0].site.objects
        if id(thing.value) not in own and _has(thing, paths)
    ]
    lacks = len(paths) < len(needed) or not all(_has(thing, paths) for thing in things)
    if not others and not lacks:
        return ()
    for one in (*KINDS, *SPEAKERS):
        mine = {_text(thing, one) for thing in things}
        if None in mine or len(mine) > _MOST or mine & {_text(thing, one) for thing in others}:
            continue
        key = next(thing.words[one] for thing in things)
        return (Condition(Pattern((key,)), tuple(sorted(filter(None, mine)))),)
    if not others:
        return ()
    theirs = {key for thing in others for key in thing.value}
    always = [key for key in things[0].value if key not in theirs]
    always = [key for key in always if all(one.value.get(key) is not None for one in things)]
    return (Condition(Pattern((always[0],)), None),) if always else None


def _has(thing: Thing, paths: Sequence[_Path]) -> bool:
    return all(value_at(thing.value, path) not in (None, "") for path in paths)


def _text(thing: Thing, one: str) -> str | None:
    key = thing.words.get(one)
    value = None if key is None else thing.value[key]
    return value if isinstance(value, str) and len(value) <= 80 else None
