"""Objects that look like calls, by the words of their fields and of what stands around."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from crosswire.logs.by_shape.patterns import Step
from crosswire.logs.by_shape.survey import Site, Thing
from crosswire.logs.by_shape.vocabulary import (
    ARGUMENTS,
    ERRORS,
    IDS,
    KINDS,
    NAMES,
    NO_IDS_OF_CALLS,
    NO_TOOLS,
    OF_SCHEMAS,
    OUTPUTS,
    RESULTS,
    SPEAKERS,
    TOOLS,
    WEAK_ARGUMENTS,
    WEAK_NAMES,
)
from crosswire.logs.by_shape.words import role_of
from crosswire.model import JsonValue
from crosswire.tools.call_shapes import CALL_IDS

_LETTERS = re.compile("[^a-z]")
_FAR = 2
"""Objects around the arguments that may hold the name, the id and the result of a call."""


class Field(NamedTuple):
    """A field of an object, or of one around it."""

    far: int
    """How many objects around."""
    key: str


@dataclass(slots=True)
class Call:
    """What looks like a call, the innermost of the objects that it is made of first."""

    chain: list[Thing]
    ids: list[Field]


@dataclass(slots=True)
class Calls:
    """Calls at one place, which have the same fields."""

    site: Site
    name: Field
    arguments: Field
    calls: list[Call] = field(default_factory=list)
    id: Field | None = None
    outputs: list[Field] = field(default_factory=list)
    errors: list[Field] = field(default_factory=list)

    @property
    def top(self) -> int:
        """How far around the outermost object is that a call is made of."""
        fields = [self.name, *self.outputs, *self.errors, *([self.id] if self.id else [])]
        return max(one.far for one in fields)

    def object_of(self, call: Call) -> Thing:
        return call.chain[min(self.top, len(call.chain) - 1)]

    def own(self, call: Call) -> list[Thing]:
        """The objects that a call is made of."""
        return call.chain[: self.top + 1]

    def path(self, field: Field) -> tuple[Step, ...]:
        """The keys from the outermost object to a field."""
        sites = [self.site]
        while sites[-1].above is not None and len(sites) <= self.top:
            sites.append(sites[-1].above)
        steps = [site.step for site in reversed(sites[field.far : self.top])]
        return *(step for step in steps if step is not None), field.key

    def value(self, call: Call, field: Field | None) -> JsonValue:
        if field is None or field.far >= len(call.chain):
            return None
        return call.chain[field.far].value.get(field.key)


def calls_in(root: Site) -> list[Calls]:
    """All that look like calls; none within the arguments of another."""
    found: dict[tuple[Site, Field, Field], Calls] = {}
    given: set[int] = set()
    for site in root.sites():
        for thing in site.objects:
            if _is_inside(thing, given):
                continue
            fields = _name_and_arguments(thing)
            if fields is None:
                continue
            name, arguments, chain = fields
            given.add(id(thing.value[arguments.key]))
            group = found.setdefault((site, *fields[:2]), Calls(site, name, arguments))
            group.calls.append(Call(chain, list(_ids_in(chain))))
    for group in found.values():
        _find_outputs(group)
    return list(found.values())


def _is_inside(thing: Thing, given: set[int]) -> bool:
    one: Thing | None = thing
    while one is not None:
        if id(one.value) in given or one.packed in given:
            return True
        one = one.holder
    return False


def _name_and_arguments(core: Thing) -> tuple[Field, Field, list[Thing]] | None:
    """Which fields make an object a call; None where it is none."""
    words = core.words
    strong = next((words[one] for one in ARGUMENTS if one in words), None)
    key = strong or next((words[one] for one in WEAK_ARGUMENTS if one in words), None)
    if key is None or not _may_be_arguments(core.value[key], strong is not None):
        return None
    chain = list(_chain(core))
    has_id = any(_text(one, one.words.get(id)) for one in chain for id in CALL_IDS)
    found = _name(chain, has_id)
    if found is None or ("description" in words and not has_id):
        return None
    name, is_sure = found
    kinds = [kind for one in chain for kind in kinds_of(one)]
    kinds += [str(site.step) for site in _sites_around(chain[name.far].site)]
    is_tool = any(TOOLS.search(kind) for kind in kinds)
    if strong is None and not is_tool and any(NO_TOOLS.search(kind) for kind in kinds):
        return None
    if not (strong or is_sure or has_id or is_tool) or (name.far and not (is_sure or is_tool)):
        return None
    if isinstance(core.value[key], list) and not (is_tool or has_id or is_sure):
        return None
    return name, Field(0, key), chain


def _may_be_arguments(value: JsonValue, strong: bool) -> bool:
    """Whether a value may be what a tool is called with, and is no schema of it."""
    if isinstance(value, dict):
        return not any(key in value for key in OF_SCHEMAS) and value.get("type") != "object"
    if value is None or value == "":
        return strong
    if isinstance(value, list):
        return not any(isinstance(one, dict) for one in value)
    return isinstance(value, str)


def _chain(core: Thing) -> Iterator[Thing]:
    """An object, and those that it is a field of; none that says something itself."""
    thing: Thing | None = core
    for _ in range(_FAR + 1):
        if thing is None:
            return
        yield thing
        thing = thing.wrapper
        if thing is not None and speaker_of(thing):
            return


def _name(chain: list[Thing], has_id: bool) -> tuple[Field, bool] | None:
    """Where the name stands, and whether the field is one of names of tools."""
    for words, is_sure in ((NAMES, True), (WEAK_NAMES, False)):
        for far, thing in enumerate(chain):
            for one in words:
                key = thing.words.get(one)
                if key is not None and _text(thing, key):
                    return Field(far, key), is_sure
    for far, thing in enumerate(chain if has_id else ()):
        for one in KINDS:
            key = thing.words.get(one)
            if TOOLS.search(_text(thing, key).lower()):
                return Field(far, str(key)), False
    return None


def _ids_in(chain: list[Thing]) -> Iterator[Field]:
    """Where the id may stand, the likeliest first."""
    for wanted in (CALL_IDS, IDS):
        for far, thing in enumerate(chain):
            for one in wanted:
                key = thing.words.get(one)
                if key is not None and isinstance(thing.value[key], (str, int)):
                    yield Field(far, key)
    for far, thing in enumerate(chain):
        for one, key in thing.words.items():
            if one.endswith("id") and one not in CALL_IDS and not NO_IDS_OF_CALLS.search(one):
                yield Field(far, key)


def _find_outputs(group: Calls) -> None:
    """The fields beside the arguments that hold what came back."""
    for words, into in ((OUTPUTS, group.outputs), (ERRORS, group.errors)):
        found: dict[Field, int] = defaultdict(int)
        for call in group.calls:
            for far, thing in enumerate(call.chain):
                for one in words:
                    key = thing.words.get(one)
                    if key is not None and thing.value[key] is not None:
                        found[Field(far, key)] += 1
        into += sorted(found, key=lambda one: (one.far, -found[one]))[:3]


def kinds_of(thing: Thing) -> list[str]:
    """The words that say what an object is."""
    found = (_text(thing, thing.words.get(one)) for one in (*KINDS, *SPEAKERS))
    return [text.lower() for text in found if text]


def says_result(thing: Thing) -> bool:
    """Whether an object is called a result, by its own words or by the field that it is in."""
    words = [*kinds_of(thing), str(thing.site.step)]
    if any(RESULTS.fullmatch(_LETTERS.sub("", one.lower())) for one in words):
        return True
    if role_of(speaker_of(thing)) == "tool":
        return True
    has_id = any(_text(thing, thing.words.get(one)) for one in CALL_IDS)
    return has_id and any(role_of(one) == "tool" for one in kinds_of(thing))


def speaker_of(thing: Thing) -> str:
    """The word in a field that can only say who speaks."""
    return next((text for one in SPEAKERS if (text := _text(thing, thing.words.get(one)))), "")


def _text(thing: Thing, key: str | None) -> str:
    value = None if key is None else thing.value.get(key)
    return value if isinstance(value, str) and len(value) <= 200 and "\n" not in value else ""


def _sites_around(site: Site) -> Iterator[Site]:
    one: Site | None = site
    for _ in range(3):
        if one is None or one.step is None:
            return
        yield one
        one = one.above
