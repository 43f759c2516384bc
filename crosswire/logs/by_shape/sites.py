"""The places of a file by their patterns, with the objects at each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from msgspec import Struct, field

from crosswire.logs.by_shape.patterns import Step
from crosswire.model import JsonObject
from crosswire.tools.call_shapes import word


class Site(Struct, eq=False):
    """All values at one pattern."""

    step: Step | None = None
    above: Site | None = None
    depth: int = 0
    below: dict[Step, Site] = field(default_factory=dict)
    objects: list[Thing] = field(default_factory=list)

    def at(self, step: Step) -> Site:
        found = self.below.get(step)
        if found is None:
            found = self.below[step] = Site(step, self, self.depth + 1)
        return found

    def steps_from(self, above: Site | None = None) -> tuple[Step, ...]:
        """The steps that lead here, from the root of a document where no other is named."""
        steps: list[Step] = []
        site: Site | None = self
        while site is not None and site is not above:
            if site.step is not None:
                steps.append(site.step)
            site = site.above
        return tuple(reversed(steps))

    def is_below(self, other: Site) -> bool:
        site: Site | None = self
        while site is not None and site.depth >= other.depth:
            if site is other:
                return True
            site = site.above
        return False

    def sites(self) -> Iterator[Site]:
        """This one and all below it."""
        waiting = [self]
        while waiting:
            site = waiting.pop()
            yield site
            waiting += reversed(site.below.values())


class Thing(Struct, eq=False):
    """An object of a document."""

    value: JsonObject
    site: Site
    holder: Thing | None
    """The nearest object around it."""
    order: int
    packed: int = 0
    """The identity of the text that it was written in."""

    @property
    def words(self) -> dict[str, str]:
        """Its keys by their words."""
        return words_of(tuple(self.value))

    @property
    def holders(self) -> Iterator[Thing]:
        """The objects around it, the nearest first."""
        holder = self.holder
        while holder is not None:
            yield holder
            holder = holder.holder

    @property
    def wrapper(self) -> Thing | None:
        """The object that has this one as a field."""
        holder = self.holder
        return holder if holder is not None and self.site.above is holder.site else None

    def within(self, site: Site) -> Thing | None:
        """The object at a site that it lies in, be it itself."""
        thing: Thing | None = self
        while thing is not None and thing.site is not site:
            thing = thing.holder
        return thing


@lru_cache(4096)
def words_of(keys: tuple[str, ...]) -> dict[str, str]:
    """Words of keys, each with its key; of equal words the first counts."""
    found: dict[str, str] = {}
    for key in islice(keys, 200):
        found.setdefault(word(key), key)
    return found
