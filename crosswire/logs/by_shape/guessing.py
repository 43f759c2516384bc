"""Guesses a mapping from the documents of a file. It knows no format and no file names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from crosswire.logs.by_shape.accepting import accepted
from crosswire.logs.by_shape.around_lists import around
from crosswire.logs.by_shape.call_groups import Calls
from crosswire.logs.by_shape.compiling import calls_at, patterns, results_at
from crosswire.logs.by_shape.levels import chosen, items_of
from crosswire.logs.by_shape.likely_calls import calls_in
from crosswire.logs.by_shape.likely_results import Results, results_in
from crosswire.logs.by_shape.linking import links_of
from crosswire.logs.by_shape.mapping import Mapping, MessagesAt, Patterns
from crosswire.logs.by_shape.patterns import Pattern, Step
from crosswire.logs.by_shape.prose import prose_of
from crosswire.logs.by_shape.sites import Site, Thing
from crosswire.logs.by_shape.speakers import (
    role_paths,
    texts_of,
    thoughts_of,
    weak_texts_of,
)
from crosswire.logs.by_shape.survey import survey
from crosswire.logs.by_shape.ties import Ties, value_at
from crosswire.logs.by_shape.turns import conversation_of
from crosswire.logs.by_shape.words import role_of
from crosswire.model import JsonValue

_Path = tuple[Step, ...]
_SAMPLE = 2000
"""Messages that roles and texts are guessed from."""
_MOST_PATHS = 12
_FEWEST = 0.25
"""The share of a list that says who speaks; others are events between messages."""


def guess(documents: Sequence[JsonValue]) -> Mapping | None:
    """The mapping that explains most of a file; None where it holds no conversation."""
    root = survey(documents)
    found = calls_in(root)
    ties = Ties(root, found)
    calls = accepted(found, ties)
    results = results_in(root, calls, ties)
    with_ids = [one for one in results if one.id or not calls]
    tied = calls or any(one.id for one in results)
    sites = (chosen(items_of(calls, with_ids)) if tied else []) or _spoken(root)
    return _mapping(sites, calls, results) if sites else None


def _spoken(root: Site) -> list[Site]:
    """The list in which two speakers say most."""
    best: tuple[int, Site] | None = None
    for site in root.sites():
        things = site.objects[:_SAMPLE]
        paths = role_paths(things) if len(things) > 1 else []
        said = max(
            (_said(things, path) for path, share in paths if share >= _FEWEST), default=0
        )
        if said and (best is None or said > best[0]):
            best = said, site
    return [] if best is None else [best[1]]


def _said(things: Sequence[Thing], path: _Path) -> int:
    """How many things say something, where a field tells a user and an assistant apart, and
    most of these do."""
    roles = [role_of(str(value_at(thing.value, path))) for thing in things]
    speaking = [one for one, role in zip(things, roles, strict=True) if role != "other"]
    said = sum(bool(texts_of(thing) or weak_texts_of(thing)) for thing in speaking)
    return said if {"user", "assistant"} <= set(roles) and 2 * said >= len(speaking) else 0


def _mapping(sites: list[Site], calls: list[Calls], results: list[Results]) -> Mapping:
    """What stands where in the messages at some sites."""
    things = [thing for site in sites for thing in islice(site.objects, _SAMPLE)]
    id, parent, time, thread = links_of(things)
    beside = around(sites)
    inside = tuple(MessagesAt(_from_root(site)) for site in sites)
    itself = (Pattern(),) if beside.before or beside.behind else ()
    whole = conversation_of(sites, calls)
    return Mapping(
        messages=tuple(_below((*beside.before, *inside, *beside.behind), whole)),
        conversation=whole,
        role=patterns(path for path, _ in role_paths(things)[:3]),
        text=_texts(things, _acting(calls, results)) + itself,
        reasoning=patterns(_most(things, thoughts_of)),
        calls=calls_at(sites, calls),
        results=results_at(sites, calls, results),
        id=id,
        parent=parent,
        time=time,
        thread=thread,
    )


def _below(messages: Iterable[MessagesAt], whole: Pattern | None) -> Iterator[MessagesAt]:
    """The places of messages from the object that is the whole conversation."""
    above = 0 if whole is None else len(whole.steps)
    return (replace(one, at=Pattern(one.at.steps[above:])) for one in messages)


def _texts(things: Sequence[Thing], acting: set[int]) -> Patterns:
    """Where texts stand; fields whose names do not say so, where nothing else is said, and at
    last what reads as prose, where nothing is done either."""
    silent = [thing for thing in things if not texts_of(thing)]
    still = [one for one in silent if not weak_texts_of(one) and id(one) not in acting]
    found = [*_most(things, texts_of), *_most(silent, weak_texts_of)]
    return patterns([*found, *_most(still, prose_of)])


def _acting(calls: Sequence[Calls], results: Sequence[Results]) -> set[int]:
    """The objects that are, or hold, a call or a result."""
    things = [thing for group in calls for call in group.calls for thing in call.chain[:1]]
    things += [thing for group in results for thing in group.things]
    return {id(one) for thing in things for one in (thing, *thing.holders)}


def _most(things: Iterable[Thing], paths_of: Callable[[Thing], list[_Path]]) -> list[_Path]:
    counts: Counter[_Path] = Counter()
    for thing in things:
        counts.update(paths_of(thing))
    return [path for path, _ in counts.most_common(_MOST_PATHS)]


def _from_root(site: Site) -> Pattern:
    return Pattern(site.steps_from())
