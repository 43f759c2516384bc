"""Repairs all conversations of one file, one after the other, in one copy of its documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from crosswire.address import Address, document_of, renumbered
from crosswire.model import Conversation, JsonValue
from crosswire.repairs.change import Repaired
from crosswire.repairs.copied_file import reread_log
from crosswire.repairs.splicing import reread


class FileRepair:
    """A file and what became of it so far."""

    def __init__(self, conversations: Sequence[Conversation]) -> None:
        first = conversations[0]
        self.conversations = conversations
        self.first = first.documents_before
        """The number of its first document in the upload."""
        self._documents = first.documents
        self.own: Sequence[JsonValue] = first.own_documents
        """Its documents as they stand now."""
        self.origins: list[int | None] = list(range(len(self.own)))
        """The number in the file that each of them had at first; None of one that was put
        in."""
        self.repaired: list[Repaired] = []
        self._is_changed = False

    @property
    def behind(self) -> int:
        """The number of the document behind its last one in the upload."""
        return self.first + len(self.conversations[0].own_documents)

    @property
    def is_in_place(self) -> bool:
        """Whether its documents are those that stood in it, mended."""
        return all(one.rendering is None for one in self.repaired if one.changes)

    def run(self, repair: Callable[[Conversation], Repaired]) -> None:
        """Repair each conversation where those before it left the documents."""
        for number, logged in enumerate(self.conversations):
            now = self._as_it_stands(logged, number) if self._is_changed else logged
            if now is None:
                self.repaired.append(Repaired(logged, list(self._documents)))
                continue
            self.take(repair(now))

    def _as_it_stands(self, logged: Conversation, number: int) -> Conversation | None:
        entry = logged.read_from
        if entry is None:
            return reread_log(logged, self._documents, number)
        return reread(logged, entry, self._documents)

    def take(self, repaired: Repaired) -> None:
        """Go on with the documents of a repair, whose changes then name places of the
        upload."""
        before = self.origins
        stands_in_file = repaired.rendering is None or len(self.conversations) == 1
        if repaired.changes and stands_in_file:
            self._is_changed = True
            self._documents = repaired.documents
            self.own = repaired.conversation.own_documents
            self._follow(repaired.origins_of_documents, before)
        if before != list(range(len(before))):
            self._trace(repaired, before)
        self.repaired.append(repaired)

    def _follow(
        self, found: Sequence[Address | None] | None, before: Sequence[int | None]
    ) -> None:
        if found is not None:
            numbers = (None if at is None else document_of(at) - self.first for at in found)
            self.origins = [None if one is None else before[one] for one in numbers]

    def _trace(self, repaired: Repaired, before: Sequence[int | None]) -> None:
        def source(at: Address | None) -> Address | None:
            if at is None or document_of(at) < self.first:
                return at
            own = document_of(at) - self.first
            origin = before[own] if own < len(before) else None
            return None if origin is None else renumbered(at, origin - own)

        repaired.changes = [
            replace(one, source=source(one.source)) for one in repaired.changes
        ]
        repaired.remaining = [
            replace(one, source=source(one.source)) for one in repaired.remaining
        ]
