"""What was not read of an upload: how much, and where."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.model.source_map import Places
from crosswire.tools.call_shapes import Likeness

PlaceInAnswer: TypeAlias = tuple[Places, Address]
"""What knows an answer's events, and a place in the answer put together."""
MAX_PLACES = 100
"""Places that are listed; the characters of all are counted."""


class UnreadPlace(Struct, frozen=True):
    """A place of the upload that no part, setting or named field holds."""

    address: Address
    characters: int
    """Of the text in it."""
    looks_like: Likeness | None
    """None where it is text alone."""
    of_answer: PlaceInAnswer | None = None
    """Where it is of an answer that was put together from events."""


class Coverage(Struct):
    """How much of the text of an upload was read."""

    characters: int = 0
    """Of all text in the documents; keys and numbers are none."""
    unread_characters: int = 0
    unread: list[UnreadPlace] = field(default_factory=list)
    """What looks like a call, a result or a message, and texts of more than a word or two."""
    messages: int = 0
    silent_messages: int = 0
    """Of those, the ones that hold unread text and of which nothing else was read."""

    def add(self, other: Coverage) -> None:
        """Count what stands behind it too."""
        self.characters += other.characters
        self.unread_characters += other.unread_characters
        self.unread += other.unread[: MAX_PLACES - len(self.unread)]
        self.messages += other.messages
        self.silent_messages += other.silent_messages

    @property
    def share(self) -> float:
        """Of the text that was read, from 0 to 1."""
        return 1 - self.unread_characters / self.characters if self.characters else 1.0

    @property
    def is_of_another_format(self) -> bool:
        """Whether most messages hold nothing that the reader knows."""
        return 2 * self.silent_messages > self.messages
