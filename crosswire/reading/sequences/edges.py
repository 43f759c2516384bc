"""Ties conversations of one recording: tries of one request and other ways on from an answer
are branches; a history that was cut or written anew goes on from the one before it."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.model import ThreadEdge
from crosswire.reading.sequences.continued import Continuation, Continued, Why
from crosswire.reading.sequences.exchange import Exchange
from crosswire.reading.sequences.joined import Joined

_GOES_ON: dict[Why, str] = {
    "cut": "The history of this request was cut at its beginning: it goes on from the "
    "conversation with the answer that stands here.",
    "edited": "The history of this request is another than in the requests before it: it goes "
    "on from the conversation with the answer that stands here.",
    "summary": "This request begins with a summary in the place of its history: it goes on "
    "from the conversation with the answer that stands here.",
}


def tie(joined: Sequence[Joined], exchanges: Sequence[Exchange]) -> None:
    """Give each conversation of several exchanges its id, and let it name the one that it
    leaves or goes on from."""
    homes = {at: one for one in joined for at in one.line.way}
    continued = Continued(exchanges)
    for one in joined:
        if len(one.way) > 1:
            _name(one)
        beside = one.line.beside
        if beside is not None:
            _branch(one, homes[beside])
        elif one.steps[0] is None:
            found = continued.by(one.line.way[0])
            if found is not None and homes[found.exchange] is not one:
                _continue(one, homes[found.exchange], found)


def _name(one: Joined) -> str:
    """The id of a conversation: recordings have none, so that it is where it begins."""
    one.builder.thread = one.builder.thread or one.way[0].place
    return one.builder.thread


def _branch(one: Joined, other: Joined) -> None:
    first, number = one.way[0], other.number_of(one.line.instead_of)
    instead_of = other.way[number]
    is_retry = instead_of.states[-1] == first.states[-1]
    here, there = one.begins(0), other.begins(number)
    if is_retry:
        here = len(first.asked)
        there = other.bases[number] + len(instead_of.asked)
    _name(one)
    one.builder.started_from = ThreadEdge(
        "branch",
        _name(other),
        here=_address(one, one.message_of(here)),
        there=_address(other, other.message_of(there) - 1),
        why="retry" if is_retry else "",
    )


def _continue(one: Joined, other: Joined, found: Continuation) -> None:
    answer = other.answer_of(other.number_of(found.exchange))
    _name(one)
    one.builder.started_from = ThreadEdge(
        "continuation",
        _name(other),
        here=_address(one, one.message_of(0)),
        there=_address(other, answer),
        why=found.why,
    )
    one.builder.note("goes-on", _GOES_ON[found.why], _address(other, answer))


def _address(one: Joined, message: int) -> Address:
    messages = one.builder.messages
    return messages[max(0, min(message, len(messages) - 1))].address
