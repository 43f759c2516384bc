"""Objects that look like calls, by the words of their fields and of what stands around."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.logs.by_shape.call_fields import find_outputs, ids_in
from crosswire.logs.by_shape.call_groups import Call, Calls, Field
from crosswire.logs.by_shape.patterns import Many
from crosswire.logs.by_shape.saying import kinds_of, speaker_of, word_at
from crosswire.logs.by_shape.sites import Site, Thing
from crosswire.logs.by_shape.vocabulary import (
    ARGUMENTS,
    CALLS,
    KINDS,
    NAMES,
    NO_TOOLS,
    OF_HTTP,
    OF_ITS_KIND,
    OF_SCHEMAS,
    TOOLS,
    WEAK_ARGUMENTS,
    WEAK_NAMES,
)
from crosswire.model import JsonValue
from crosswire.tools.call_shapes import CALL_IDS

_FAR = 2
"""Objects around the arguments that may hold the rest of a call."""


def calls_in(root: Site) -> list[Calls]:
    """All that look like calls; none in the arguments of another, or in a schema."""
    found: dict[tuple[Site, Field, Field], Calls] = {}
    given: set[int] = set()
    for site in root.sites():
        for thing in site.objects:
            if str(site.step) in OF_SCHEMAS or _is_inside(thing, given):
                continue
            fields = _name_and_arguments(thing)
            if fields is None:
                continue
            name, arguments, chain = fields
            given.add(id(thing.value[arguments.key]))
            group = found.setdefault((site, *fields[:2]), Calls(site, name, arguments))
            group.calls.append(Call(chain, list(ids_in(chain))))
    for group in found.values():
        find_outputs(group)
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
    weak = (*WEAK_ARGUMENTS, *OF_ITS_KIND) if _is_a_call(core) else WEAK_ARGUMENTS
    key = strong or next((words[one] for one in weak if one in words), None) or _said_in(core)
    if key is None or not _may_be_arguments(core.value[key], strong is not None):
        return None
    chain = list(_chain(core))
    has_id = any(word_at(one, one.words.get(id)) for one in chain for id in CALL_IDS)
    found = _name(chain, has_id)
    if found is None or ("description" in words and not has_id):
        return None
    if core.value[key] in (None, "") and not (has_id or _is_a_call(core)):
        return None  # a rule about a tool names one too
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


def _is_a_call(core: Thing) -> bool:
    """Whether the kind of an object says that it is a call: `web_search_call`."""
    return any(kind.endswith(CALLS) for kind in kinds_of(core))


def _said_in(core: Thing) -> str | None:
    """The field with the JSON that an element of XML says, where its name is a call's."""
    around = (str(one.step) for one in _sites_around(core.site) if one.step is not Many.EACH)
    key = core.words.get("text")
    if key is None or not next(around, "").lower().endswith(CALLS):
        return None
    return key if str(core.value[key]).lstrip().startswith("{") else None


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
                if key is None or (one == "method" and not OF_HTTP.isdisjoint(thing.words)):
                    continue
                if word_at(thing, key):
                    return Field(far, key), is_sure
    for far, thing in enumerate(chain if has_id or _is_a_call(chain[0]) else ()):
        for one in KINDS:
            key = thing.words.get(one)
            if TOOLS.search(word_at(thing, key).lower()):
                return Field(far, str(key)), False
    return None


def _sites_around(site: Site) -> Iterator[Site]:
    one: Site | None = site
    for _ in range(3):
        if one is None or one.step is None:
            return
        yield one
        one = one.above
