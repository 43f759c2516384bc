"""A walk over the documents of a file: every object, by the pattern of its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from crosswire.address import Address
from crosswire.logs.by_shape.patterns import Many, Pattern, Step
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.model import JsonObject, JsonValue
from crosswire.tools.call_shapes import word

MAX_VALUES = 300_000
"""Objects and lists that are looked at: what a mapping is guessed from."""
MAX_TEXT = 4_000_000
"""Characters of a text that is looked into for JSON."""
MAX_DEPTH = 60
_FEWEST_ALIKE = 3
"""Of the fields of an object, for them to be elements of a list by their ids."""


@dataclass(slots=True, eq=False)
class Site:
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

    def steps_from(self, above: Site) -> tuple[Step, ...]:
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


@dataclass(slots=True, eq=False)
class Thing:
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


def survey(documents: Sequence[JsonValue]) -> Site:
    """All objects of the documents, those in texts too."""
    root, texts, looked_at = Site(), Texts(), 0
    for document in documents:
        waiting: list[tuple[JsonValue, Site, Thing | None]] = [(document, root, None)]
        while waiting:
            given, site, holder = waiting.pop()
            value = _opened(given, texts)
            if not isinstance(value, (dict, list)) or site.depth > MAX_DEPTH:
                continue
            looked_at += 1
            if looked_at > MAX_VALUES:
                return root
            if isinstance(value, dict):
                packed = id(given) if given is not value else 0
                holder = Thing(value, site, holder, looked_at, packed)
                site.objects.append(holder)
            waiting += [
                (inner, site.at(step), holder) for step, inner in reversed(list(_items(value)))
            ]
    return root


def _opened(value: JsonValue, texts: Texts) -> JsonValue:
    if isinstance(value, str) and 2 <= len(value) <= MAX_TEXT and value[0] in '{["':
        return texts.opened(Place(value, Address(""))).value
    return value


def _items(value: JsonObject | list[JsonValue]) -> Iterator[tuple[Step, JsonValue]]:
    if isinstance(value, list):
        yield from ((Many.EACH, one) for one in value if isinstance(one, (dict, list, str)))
        return
    alike = _are_alike(value)
    for key, inner in value.items():
        if isinstance(inner, (dict, list)) or (isinstance(inner, str) and inner[:1] in '{["'):
            yield Many.EACH if alike else key, inner


def _are_alike(value: JsonObject) -> bool:
    """Whether the fields of an object are elements under their ids."""
    if len(value) < _FEWEST_ALIKE or not all(_is_id(key) for key in islice(value, 20)):
        return False
    return all(isinstance(one, dict) for one in value.values())


def _is_id(key: str) -> bool:
    return len(key) >= 8 and any(map(str.isdigit, key)) and " " not in key


def pattern_between(above: Site, below: Site) -> Pattern:
    """The steps from a value at one site to one at a site below it."""
    return Pattern(below.steps_from(above))
