"""What a call is known by beside its id: its checksum, and its ties to other parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypedDict

from crosswire.facts import checksum_of
from crosswire.model import Conversation
from crosswire.pairing import Tie as FoundTie
from crosswire.pairing import resolve_edges
from webapp.readmodel.text import printable

MOST_TIES = 200
"""Ties that the page shows of one part; an id of a program may be named by thousands of
calls."""


class CallChecksum(TypedDict):
    """What is the same for the same call, whatever its id."""

    algorithm: str
    hex: str
    times: int
    """How many calls of this wire type have it: asking for approval of a call is not
    calling."""


class Tie(TypedDict):
    """A tie between two parts, as the page shows it at either end."""

    words: str
    field: str
    """The field that makes it, at whichever end."""
    row: int | None
    """The row of the other end; None where nothing in the log has the id that is named."""
    address: str
    """Of the other end, or of the field that names what is not there."""
    names_it: bool
    """Whether it is this part that names the other."""


def call_checksums(conversation: Conversation) -> dict[str, CallChecksum]:
    """Key of each call that has a checksum -> that checksum."""
    found = [
        (call, one) for call in conversation.calls() if (one := checksum_of(call)) is not None
    ]
    times = Counter((call.wire_type, one.hex) for call, one in found)
    return {
        call.key: CallChecksum(
            algorithm=one.algorithm, hex=one.hex, times=times[call.wire_type, one.hex]
        )
        for call, one in found
    }


def ties(conversation: Conversation, row_of: Callable[[str], int]) -> dict[str, list[Tie]]:
    """Key of each part that has any -> its ties; `row_of` finds the row that shows a part."""
    return {
        key: [_tie(tie, row_of) for tie in found[:MOST_TIES]]
        for key, found in resolve_edges(conversation).items()
    }


def _tie(tie: FoundTie, row_of: Callable[[str], int]) -> Tie:
    place = tie.edge.address if tie.other is None else tie.other.address
    return Tie(
        words=printable(tie.phrase),
        field=printable(tie.edge.field),
        row=None if tie.other is None else row_of(tie.other.key),
        address=printable(place),
        names_it=tie.names_it,
    )
