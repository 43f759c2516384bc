"""Chooses the lists whose elements are the messages: those that explain most of the calls,
results and texts of a file, each counted once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from msgspec import Struct

from crosswire.logs.by_shape.call_groups import Calls
from crosswire.logs.by_shape.likely_results import Results
from crosswire.logs.by_shape.patterns import Many
from crosswire.logs.by_shape.sites import Site, Thing
from crosswire.logs.by_shape.speakers import speaking, texts_of
from crosswire.logs.by_shape.ties import id_text

MOST = 4
"""Lists that messages are read from."""
_SAMPLE = 400
_LONG = 500


class Item(Struct, frozen=True, eq=False):
    """A call or a result of the file."""

    thing: Thing
    key: Hashable
    """The same for what is the same."""


def items_of(calls: Sequence[Calls], results: Sequence[Results]) -> list[Item]:
    """All calls and results of a file."""
    items: list[Item] = []
    for group in calls:
        for call in group.calls:
            id, name = id_text(group.value(call, group.id)), str(group.value(call, group.name))
            said = id or repr(group.value(call, group.arguments))[:_LONG]
            items.append(Item(group.object_of(call), ("call", name, said)))
    for came in results:
        for thing in came.things:
            said = came.id_of(thing) or repr(thing.value)[:_LONG]
            items.append(Item(thing, ("result", said)))
    return items


class Level(Struct, eq=False):
    """A list that may be the messages."""

    site: Site
    items: list[Item]
    keys: set[Hashable]
    worth: float = 0


def chosen(items: Sequence[Item]) -> list[Site]:
    """The sites of messages, the best first; none where nothing looks like any."""
    levels = _levels(items)
    missing = {key for level in levels for key in level.keys}
    found: list[Site] = []
    while missing and len(found) < MOST:
        best = max(levels, key=lambda level: _worth(level, missing), default=None)
        if best is None or not best.keys & missing:
            break
        found.append(best.site)
        missing -= best.keys
        levels.remove(best)
    return found


def _levels(items: Sequence[Item]) -> list[Level]:
    inside: dict[Site, list[Item]] = {}
    for item in items:
        site: Site | None = item.thing.site
        while site is not None:
            if site.step is Many.EACH or site.above is None:
                inside.setdefault(site, []).append(item)
            site = site.above
    return [
        Level(site, found, {item.key for item in found})
        for site, found in inside.items()
        if site.objects
    ]


def _worth(level: Level, missing: set[Hashable]) -> tuple[float, ...]:
    """What a list explains of what is still missing, and how much its elements look like
    messages."""
    new = len(level.keys & missing)
    if not level.worth:
        things = level.site.objects[:_SAMPLE]
        spoken = speaking(things)
        texts = sum(bool(texts_of(thing)) for thing in things) / len(things)
        level.worth = 1 + spoken + 0.3 * texts
    repeated = len(level.items) / max(1, len(level.keys))
    return (new * level.worth, -repeated, level.site.depth)
