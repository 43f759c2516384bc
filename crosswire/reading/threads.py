"""Ties the conversations of an upload that began in one another, by the ids of the log.

Either end may know more than the other: a call names the sub-agent that it started, and the
sub-agent the session that it belongs to. One of them is enough.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.model import Conversation, ThreadEdge

_Named = dict[str, list[tuple[Conversation, Address]]]
_Known = Mapping[str, Sequence[Conversation]]


def tied(conversations: Sequence[Conversation]) -> list[Conversation]:
    """The same conversations, whose edges name each other's numbers and places."""
    if not any(one.started_from or one.starts for one in conversations):
        return list(conversations)
    homes: dict[str, list[Conversation]] = defaultdict(list)
    starters: dict[str, list[Conversation]] = defaultdict(list)
    said = {(one.number, edge.thread): edge for one in conversations for edge in one.starts}
    for one in conversations:
        if one.thread is not None:
            homes[one.thread].append(one)
        for edge in one.starts:
            starters[edge.thread].append(one)
    conversations = [_begun(one, starters, said) for one in conversations]
    named = _with_named_messages(conversations)
    ways_back: dict[int, ThreadEdge] = {}
    ways_there: dict[int, dict[str, ThreadEdge]] = defaultdict(dict)
    for one in conversations:
        other = _other_end(one, homes, starters)
        if other is None or one.started_from is None or one.thread is None:
            continue
        other, there = _place_in(other, one.started_from, named)
        edge = replace(one.started_from, number=other.number, there=there)
        known = said.get((other.number, one.thread))
        if known is not None:
            edge = replace(edge, there=edge.there or known.here, why=edge.why or known.why)
        ways_back[one.number] = edge
        ways_there[other.number][one.thread] = ThreadEdge(
            edge.relation, one.thread, edge.there, edge.here, edge.why, one.number
        )
    return [_with(one, ways_back, ways_there[one.number]) for one in conversations]


def _with_named_messages(conversations: Iterable[Conversation]) -> _Named:
    """The messages that edges name: the name -> each conversation that has one, with its
    place."""
    wanted = {one.started_from.message for one in conversations if one.started_from} - {""}
    found: _Named = defaultdict(list)
    for one in conversations if wanted else ():
        for message in one.messages:
            if message.node in wanted:
                found[message.node].append((one, message.address))
    return found


def _place_in(
    other: Conversation, edge: ThreadEdge, named: _Named
) -> tuple[Conversation, Address | None]:
    """The conversation of the other end's log, itself or a branch, that has the message which
    an edge names, and where."""
    places = [
        (holder, at)
        for holder, at in named.get(edge.message, ())
        if holder.documents_before == other.documents_before
    ]
    own = [place for place in places if place[0].number == other.number]
    return next(iter([*own, *places]), (other, edge.there))


def _begun(
    one: Conversation, starters: _Known, said: Mapping[tuple[int, str], ThreadEdge]
) -> Conversation:
    """A conversation of which another one alone says that it began in that."""
    others = [other for other in starters.get(one.thread or "", ()) if other is not one]
    if one.started_from is not None or not others or not one.messages:
        return one
    edge = said[others[0].number, one.thread or ""]
    here = one.messages[0].address
    named = others[0].thread or ""
    return replace(one, started_from=ThreadEdge(edge.relation, named, here=here))


def _other_end(one: Conversation, homes: _Known, starters: _Known) -> Conversation | None:
    """The conversation that one began in; the last before it, as a log may be there twice."""
    if one.started_from is None:
        return None
    by_start = starters.get(one.thread or "", ())
    others = [
        other
        for other in by_start or homes.get(one.started_from.thread, ())
        if other is not one
    ]
    before = [other for other in others if other.number < one.number]
    return next(iter(before[-1:] or others), None)


def _with(
    one: Conversation, ways_back: Mapping[int, ThreadEdge], found: Mapping[str, ThreadEdge]
) -> Conversation:
    starts = [*found.values(), *(edge for edge in one.starts if edge.thread not in found)]
    if not starts and one.number not in ways_back:
        return one
    started_from = ways_back.get(one.number, one.started_from)
    return replace(one, started_from=started_from, starts=starts)
