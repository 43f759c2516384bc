"""What a repair changes: what a conversation was read from, in tracked containers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from crosswire.address import Address
from crosswire.model import Conversation, JsonValue
from crosswire.repairs.tracked import TrackedList


class Copied(Protocol):
    """The copy of what was read, and how it is read again."""

    list_address: Address | None
    """Of the list of messages or lines; ALL_DOCUMENTS where each is a document."""
    elements: TrackedList
    """That list."""

    def roots(self) -> list[tuple[JsonValue, Address]]:
        """The values that it is read from, with the addresses that they will have."""

    def read(self) -> Conversation:
        """The conversation as it stands now."""

    def finished(self) -> Conversation:
        """The conversation in plain containers, among all documents of the upload."""

    def origins_of_documents(self) -> Sequence[Address | None] | None:
        """Where each document of the file came from, None for one that was put in; None where
        they are those of the upload, in their order."""

    def ids_in_use(self) -> Collection[str]:
        """The ids of calls and results of all conversations of its file."""
