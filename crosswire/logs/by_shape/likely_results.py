"""Objects that look like results: those with the id of a call, or with a word that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from crosswire.logs.by_shape.call_groups import Calls
from crosswire.logs.by_shape.patterns import Step
from crosswire.logs.by_shape.saying import says_result
from crosswire.logs.by_shape.sites import Site, Thing
from crosswire.logs.by_shape.ties import Ties, id_text, value_at
from crosswire.logs.by_shape.vocabulary import (
    ERRORS,
    KINDS,
    NAMES,
    OWN_IDS,
    RESULT_OUTPUTS,
    SPEAKERS,
    SURE_OUTPUTS,
    THREADS,
    TIMES,
)
from crosswire.tools.call_shapes import CALL_IDS, word

_Path = tuple[Step, ...]
_NO_OUTPUTS = (*KINDS, *SPEAKERS, *TIMES, *THREADS, *NAMES, *OWN_IDS, "name", "status")


class Results(Struct):
    """Results at one place, which have the id in the same field."""

    site: Site
    id: _Path
    """Empty where they have none."""
    things: list[Thing] = field(default_factory=list)
    outputs: list[_Path] = field(default_factory=list)
    errors: list[_Path] = field(default_factory=list)
    names: list[_Path] = field(default_factory=list)
    named: int = 0
    """How many of them a word calls results."""
    rank: int = 0
    """How well the output is named; the lower, the better."""

    def id_of(self, thing: Thing) -> str | None:
        return id_text(value_at(thing.value, self.id)) if self.id else None


def results_in(root: Site, calls: list[Calls], ties: Ties) -> list[Results]:
    """All that look like results of these calls, the surest first; where several objects tell
    of the same results, the surest of them alone."""
    own = {id(one.value) for group in calls for call in group.calls for one in group.own(call)}
    given = (id_text(group.value(call, group.id)) for group in calls for call in group.calls)
    wanted = set(filter(None, given))
    found: dict[tuple[Site, _Path], Results] = {}
    for site in root.sites():
        for thing in site.objects:
            if id(thing.value) in own:
                continue
            says_so = says_result(thing)
            paths = [path for path, text in ties.of(thing) if text in wanted]
            if paths or says_so:
                path = min(paths, key=_is_no_call_id) if paths else _call_id(thing)
                group = found.setdefault((site, path), Results(site, path))
                group.things.append(thing)
                group.named += says_so
    named = [one for one in _joined(found) if _name_fields(one)]
    ranked = sorted(named, key=lambda one: (-one.named / len(one.things), one.rank))
    return _new(ranked, set(_answered_inside(calls)))


def _answered_inside(calls: Sequence[Calls]) -> Iterator[str]:
    """The ids of calls that have their result in themselves."""
    for group in calls:
        for call in group.calls:
            if any(group.value(call, one) is not None for one in group.outputs):
                yield id_text(group.value(call, group.id)) or ""


def _joined(found: dict[tuple[Site, _Path], Results]) -> list[Results]:
    """Those without an id are of those with one at their place."""
    for (site, path), group in list(found.items()):
        others = [one for (at, other), one in found.items() if at is site and other]
        if not path and len(others) == 1 and group.named and others[0].named:
            others[0].things += group.things
            others[0].named += group.named
            del found[site, path]
    return list(found.values())


def _new(groups: list[Results], seen: set[str]) -> list[Results]:
    """Those that tell of results that nothing surer tells of."""
    kept: list[Results] = []
    around = {id(one) for group in groups for thing in group.things for one in thing.holders}
    has_ids = any(one.id for one in groups)
    for one in groups:
        outer = sum(id(thing) in around for thing in one.things)
        if not one.id and (has_ids or 2 * outer > len(one.things)):
            continue
        texts = {one.id_of(thing) or repr(thing.value)[:500] for thing in one.things}
        if 2 * len(texts - seen) > len(texts):
            seen |= texts
            kept.append(one)
    return kept


def _is_no_call_id(path: _Path) -> bool:
    return word(str(path[-1])) not in CALL_IDS


def _call_id(thing: Thing) -> _Path:
    """Where an object names a call that does not stand in the file."""
    keys = (thing.words[one] for one in CALL_IDS if one in thing.words)
    return next(((key,) for key in keys if id_text(thing.value[key])), ())


def _name_fields(group: Results) -> bool:
    """Find the fields of results; whether there is anything that came back."""
    counts: Counter[str] = Counter()
    for thing in group.things:
        counts.update(key for key, one in thing.value.items() if one is not None)
    words = {word(key): key for key in reversed(counts)}
    tie = group.id[0] if group.id else None
    outputs = [words[one] for one in RESULT_OUTPUTS if one in words and words[one] != tie]
    if not outputs:
        outputs = _longest(group, known={tie, *(words.get(one) for one in _NO_OUTPUTS)})
    if not outputs:
        return False
    sure = [words[one] for one in SURE_OUTPUTS if one in words and words[one] in outputs]
    outputs = sure or outputs
    named = [words.get(one) for one in RESULT_OUTPUTS]
    group.rank = named.index(outputs[0]) if outputs[0] in named else len(named)
    group.outputs += [(one,) for one in outputs[:3]]
    group.errors += [(words[one],) for one in ERRORS if one in words][:2]
    group.names += [(words[one],) for one in (*NAMES, "name") if one in words][:1]
    return True


def _longest(group: Results, known: set[Step | None]) -> list[str]:
    """Of objects that are called results, the field that holds most."""
    if 2 * group.named < len(group.things):
        return []
    sizes: Counter[str] = Counter()
    for thing in group.things:
        for key, value in thing.value.items():
            if key not in known and isinstance(value, (str, dict, list)) and value:
                sizes[key] += len(value)
    return [key for key, _ in sizes.most_common(1)]
