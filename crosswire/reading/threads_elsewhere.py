"""Names the conversations that a log ties to its own and that the upload does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from crosswire.model import Conversation, Note, Relation, ThreadEdge

MOST_NAMED = 20
"""Of those that began in one conversation."""

_BEGAN: dict[Relation, str] = {
    "sub-agent": "The sub-agent `{}` began here",
    "branch": "The branch `{}` leaves here",
    "fork": "The fork `{}` leaves here",
    "continuation": "The conversation `{}` goes on from here",
}
_FROM: dict[Relation, str] = {
    "sub-agent": "This is a sub-agent of",
    "branch": "This is a branch of",
    "fork": "This was forked from",
    "continuation": "This goes on from",
}


def with_those_elsewhere_told(conversations: Sequence[Conversation]) -> list[Conversation]:
    """The same conversations, each with a note on every end of its ties that is elsewhere."""
    return [_told(one) for one in conversations]


def _told(one: Conversation) -> Conversation:
    notes = [*_origin(one), *_begun(one)]
    return replace(one, notes=[*one.notes, *notes]) if notes else one


def _origin(one: Conversation) -> Iterator[Note]:
    edge = one.started_from
    if edge is not None and _is_elsewhere(edge):
        said = f"{_FROM[edge.relation]} `{edge.thread}`, whose log is not in this upload"
        yield Note("elsewhere", f"{said}{_file(edge)}.", edge.here)


def _begun(one: Conversation) -> Iterator[Note]:
    away = [edge for edge in one.starts if _is_elsewhere(edge)]
    for edge in away[:MOST_NAMED]:
        began = _BEGAN[edge.relation].format(edge.thread)
        said = f"{began}, and its log is not in this upload"
        yield Note("elsewhere", f"{said}{_file(edge)}.", edge.here)
    more = len(away) - MOST_NAMED
    if more > 0:
        said = f"{more:,} more that began in this conversation are not in this upload."
        yield Note("elsewhere", said, away[MOST_NAMED].here)


def _is_elsewhere(edge: ThreadEdge) -> bool:
    return edge.number is None and bool(edge.thread)


def _file(edge: ThreadEdge) -> str:
    """Where it would be; a log may have nothing but that to name it by."""
    has_file = edge.path and edge.path != edge.thread
    return f": it would be the file `{edge.path}`" if has_file else ""
