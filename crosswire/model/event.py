"""What happened between the messages of a conversation, which no provider is sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from crosswire.address import Address, ancestry
from crosswire.model.parts import JsonObject

EventKind = Literal[
    "compaction",
    "compaction asked for",
    "interrupt",
    "model changed",
    "mode changed",
    "approved",
    "denied",
    "retry",
    "seam",
    "turn ended",
]
"""A seam is where another recorded request begins, which had the history before it again. That
a turn ended is told to the pairing alone: see `TurnEnd`."""

TurnEnd = Literal["over", "reported over", "cut short"]
"""How a log says that a turn ended, of which it may have calls without a result: the program
went on or came to its end, so that each result had come; it says so, but results were seen to
follow; it was aborted or failed, so that none may have come."""


class Event(Struct, frozen=True):
    """Something that happened before a message, as the log tells it."""

    kind: EventKind
    address: Address
    before: int
    """The message that comes next; as many as there are messages where none does."""
    detail: str = ""
    """In the log's words: the new model, the trigger of a compaction, which try it was; who
    approved or denied a call, where it was not the user; of a seam, when the request was sent
    and how it was answered."""
    replaced_by: Address | None = None
    """Of a compaction: the message that stands for all before it."""
    replaced: tuple[Address, Address] | None = None
    """The first and the last of those."""

    def record(self) -> JsonObject:
        """As answers in JSON have it."""
        return {
            "kind": self.kind,
            "address": self.address,
            "before": self.before,
            "detail": self.detail or None,
            "replaced_by": self.replaced_by,
            "replaced": None if self.replaced is None else list(self.replaced),
        }


def each_once(events: Iterable[Event]) -> list[Event]:
    """The events without a compaction that is told again: one at the place of another that
    replaced nothing more."""
    found: list[Event] = []
    place = None
    for event in events:
        if event.kind == "compaction":
            is_again = event.before == place and event.replaced is None
            place = event.before
            if is_again:
                continue
        found.append(event)
    return found


def told_places(events: Iterable[Event]) -> set[Address]:
    """Where what the events tell stands, and all that holds it: a line that is among them
    needs no further word."""
    told = (one.address for one in events if one.kind != "turn ended")
    return {above for address in told for above in ancestry(address)}
