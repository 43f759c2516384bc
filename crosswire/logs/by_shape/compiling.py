"""Writes what looks like calls and results as a mapping has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crosswire.logs.by_shape.call_groups import Calls, Field
from crosswire.logs.by_shape.likely_results import Results
from crosswire.logs.by_shape.mapping import CallsAt, Patterns, ResultsAt, Where
from crosswire.logs.by_shape.patterns import Pattern, Step
from crosswire.logs.by_shape.results_beside import results_beside
from crosswire.logs.by_shape.sites import Site
from crosswire.logs.by_shape.telling_apart import telling

_Path = tuple[Step, ...]


def calls_at(sites: Sequence[Site], groups: Sequence[Calls]) -> tuple[CallsAt, ...]:
    """Where calls stand in the messages at these sites."""
    found: dict[CallsAt, None] = {}
    for group in groups:
        where = _where(group)
        for at in _below(sites, group.object_of(group.calls[0]).site):
            name, arguments = _fields(group, [group.name]), _fields(group, [group.arguments])
            found[CallsAt(at, where, name, arguments, _id(group))] = None
    return tuple(found)


def results_at(
    sites: Sequence[Site], calls: Sequence[Calls], results: Sequence[Results]
) -> tuple[ResultsAt, ...]:
    """Where results stand: in the calls themselves, in objects of their own, or else beside
    the calls."""
    found = [*_inside(sites, calls), *_apart(sites, results)]
    return tuple(dict.fromkeys(found or results_beside(sites, calls)))


def _inside(sites: Sequence[Site], groups: Sequence[Calls]) -> Iterator[ResultsAt]:
    for group in groups:
        if group.outputs or group.errors:
            outputs, errors = _fields(group, group.outputs), _fields(group, group.errors)
            for at in _below(sites, group.object_of(group.calls[0]).site):
                yield ResultsAt(at, _where(group), _id(group), (), outputs, errors)


def _apart(sites: Sequence[Site], results: Sequence[Results]) -> Iterator[ResultsAt]:
    for came in results:
        where = telling(came.things, [came.id, came.outputs[0]])
        if where is None:
            continue
        paths = ([came.id] if came.id else [], came.names, came.outputs, came.errors)
        for at in _below(sites, came.site):
            yield ResultsAt(at, where, *map(patterns, paths))


def _where(group: Calls) -> Where:
    things = [group.object_of(call) for call in group.calls]
    return telling(things, [group.path(group.name), group.path(group.arguments)]) or ()


def _fields(group: Calls, fields: Iterable[Field]) -> Patterns:
    return patterns(group.path(one) for one in fields)


def _id(group: Calls) -> Patterns:
    return () if group.id is None else _fields(group, [group.id])


def _below(sites: Sequence[Site], site: Site) -> list[Pattern]:
    """The steps to a site from the messages that it lies in, the innermost."""
    above = [one for one in sites if site.is_below(one)]
    deepest = max((one.depth for one in above), default=0)
    return [Pattern(site.steps_from(one)) for one in above if one.depth == deepest]


def patterns(paths: Iterable[_Path]) -> Patterns:
    """Paths as a mapping has them."""
    return tuple(map(Pattern, paths))
