"""The number in the margin of a message: its line in the file that it stands in, or else its
place in the list that holds it.

A conversation that was written over several lines is told by these; of one that stands in a
single document the list of its messages is counted. Where neither counts it, it has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from crosswire.address import document_of
from crosswire.containers import Origin
from crosswire.model import Conversation, Message

OriginOf = Callable[[int], Origin]
"""Where a document of the upload came from."""


class MarginNumber(NamedTuple):
    """What tells a message apart from the others; at most one of both is there."""

    line: int | None = None
    """Its line in its file, from 1."""
    list: str = ""
    """The list that it is an element of, as a pointer with `*` for the numbers in it and for
    its own; empty where no list counts the messages."""


_NONE = MarginNumber()


def margin_numbers(
    conversation: Conversation, origin_of: OriginOf | None
) -> Sequence[MarginNumber]:
    """One for each message."""
    messages = conversation.messages
    lists = [_list_of(message) for message in messages]
    lines = [_line_of(message, origin_of) for message in messages]
    documents = {document_of(message.address) for message in messages}
    counts = _counting(messages, lists)
    if any(lines) and (len(documents) > 1 or not counts):
        return [MarginNumber(line) for line in lines]
    return [MarginNumber(None, one) if one == counts else _NONE for one in lists]


def number_in(address: str, pattern: str) -> str:
    """The number that an address has in such a list; empty where it stands in none."""
    steps, wanted = _steps(address), pattern.split("/")
    if not pattern or len(steps) < len(wanted):
        return ""
    fits = all(
        one == want or (want == "*" and one.isdecimal())
        for one, want in zip(steps, wanted, strict=False)
    )
    return steps[len(wanted) - 1] if fits else ""


def _steps(address: str) -> list[str]:
    return address.partition(":")[2].split("/")


def _line_of(message: Message, origin_of: OriginOf | None) -> int | None:
    return None if origin_of is None else origin_of(document_of(message.address)).line


def _list_of(message: Message) -> str:
    """The list that holds a message as an element; empty where none does. Of what came as
    events an address names one of these."""
    steps = _steps(message.address)
    if message.places is not None or not steps[-1].isdecimal():
        return ""
    return "/".join("*" if step.isdecimal() else step for step in steps)


def _counting(messages: Sequence[Message], lists: Sequence[str]) -> str:
    """The list that most messages stand in, where its numbers go up from each to the next."""
    found = Counter(filter(None, lists)).most_common(1)
    if not found:
        return ""
    [(most, _)] = found
    held = (one for one, list in zip(messages, lists, strict=True) if list == most)
    numbers = [int(number_in(one.address, most)) for one in held]
    return most if all(a < b for a, b in pairwise(numbers)) else ""
