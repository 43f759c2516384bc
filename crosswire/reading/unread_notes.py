"""Says in each conversation what of it was not read."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, document_of, is_within
from crosswire.containers.opened import CUT
from crosswire.counting import counted
from crosswire.model import Note
from crosswire.model.builder import ConversationBuilder
from crosswire.reading.unread_places import UnreadPlace
from crosswire.tools.call_shapes import Likeness

UNREAD_CONTENT = "unread-content"
_LOOKS_LIKE: dict[Likeness, str] = {
    "call": "a tool call",
    "result": "a tool result",
    "message": "a message",
}
_LEFT_OUT = frozenset(
    {"request-not-read", "response-not-read", "unread-event", "no-record"}
    | {"content-elsewhere"}
)
"""Notes of readers that tell of content which they left out."""


LOST = frozenset({"cut-end", "cut-event", "broken-line", "broken-piece", CUT})
"""Notes of containers that tell of something that no longer stands there as a value."""


def note_unread(
    places: Sequence[UnreadPlace],
    title: str,
    lost: Sequence[Note],
    builders: Sequence[ConversationBuilder],
) -> None:
    """Add a note to the conversation that each place stands in, or else to the first."""
    for builder in builders:
        builder.unread += [note for note in builder.notes if note.code in _LEFT_OUT]
        builder.notes = [note for note in builder.notes if note.code not in _LEFT_OUT]
    homes = _Homes(builders)
    for note in lost:
        home = homes.first if note.address is None else homes.of(note.address)
        home.unread.append(note)
    for place in places:
        note = Note(UNREAD_CONTENT, _message(place, title), place.address)
        homes.of_place(place).unread.append(note)


def _message(place: UnreadPlace, title: str) -> str:
    if place.looks_like is None:
        text = counted(
            place.characters, "character of text stands", "characters of text stand"
        )
        return f"{text} in a field that {title} does not have: not read."
    what = _LOOKS_LIKE[place.looks_like]
    return f"This looks like {what}, where {title} has none: it was not read."


class _Homes:
    """Which conversation an address belongs to."""

    def __init__(self, builders: Sequence[ConversationBuilder]) -> None:
        self.first = builders[0]
        self.by_document: dict[int, list[tuple[Address, ConversationBuilder]]] = {}
        self.of_events: dict[int, list[ConversationBuilder]] = {}
        """The alternatives of an answer that came in events, by the table of its places."""
        for builder in builders:
            if builder.places is not None:
                self.of_events.setdefault(id(builder.places.table), []).append(builder)
            for at in builder.stands_at:
                of_document = self.by_document.setdefault(document_of(at), [])
                of_document.append((at, builder))

    def of_place(self, place: UnreadPlace) -> ConversationBuilder:
        if place.of_answer is None:
            return self.of(place.address)
        places, at = place.of_answer
        alternatives = self.of_events.get(id(places.table), [])
        speaking = (builder for builder in alternatives if _says(builder, at))
        return next(speaking, None) or next(iter(alternatives), None) or self.first

    def of(self, address: Address) -> ConversationBuilder:
        near = self.by_document.get(document_of(address), [])
        within = (builder for at, builder in near if is_within(address, at))
        in_document = (builder for _, builder in near)
        return next(within, None) or next(in_document, None) or self.first


def _says(builder: ConversationBuilder, at: Address) -> bool:
    """Whether a message of it stands there in the answer put together."""
    messages = builder.messages
    return any(is_within(at, message.in_whole(message.address)) for message in messages)
