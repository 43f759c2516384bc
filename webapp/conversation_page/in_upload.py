"""What a page tells of the upload that its conversation came in: its files, the others in it,
where it came from."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from flask import url_for

from webapp import access
from webapp.conversation_page import origins
from webapp.conversation_page.addresses import Addresses
from webapp.conversation_page.bars import named
from webapp.conversation_page.shared_copy import SharedCopy
from webapp.conversation_page.threads import (
    ThreadLink,
    in_tree,
    tie_words,
    ways_back,
    ways_on,
)
from webapp.database.tables import ConversationRow
from webapp.readmodel.lists import Summary
from webapp.readmodel.text import one_line
from webapp.request_scope import session
from webapp.store import deleting, growing, packed, permalinks, sharing, steps, uploads


class InUpload(Addresses):
    """A conversation among those of its upload."""

    row: ConversationRow
    summary: Summary

    @cached_property
    def file(self) -> str:
        """The file of a packed upload that it stands in; empty where the upload is the
        file."""
        part = steps.part_of_row(session(), self.row, 0) if self.row.rows else None
        return "" if part is None else origins.file_words(self.row, part.address)

    def place_words(self, address: str, line: int) -> str:
        """A line of the upload, or of a file in it."""
        return origins.place_words(self.row, address, line)

    @cached_property
    def may_manage(self) -> bool:
        return access.may_manage(self.row)

    @cached_property
    def shared(self) -> SharedCopy | None:
        """The share whose copy this is; None for an upload of its own."""
        share = sharing.share_of(session(), self.row)
        return SharedCopy(self.row, share) if share else None

    @property
    def copies(self) -> int:
        """How many copies for others go when it is deleted."""
        return deleting.copies_of(session(), [self.row.upload_id])

    @property
    def notes(self) -> list[dict[str, Any]]:
        """The notes of reading: of the whole upload, then of this conversation."""
        return [*self.row.upload.notes, *self.summary["notes"]]

    @cached_property
    def siblings(self) -> list[dict[str, Any]]:
        """The conversations of the upload, what began in one below it."""
        found = permalinks.siblings(session(), self.row)
        return [self._sibling(row, depth) for row, depth in in_tree(found)]

    def _sibling(self, row: ConversationRow, depth: int) -> dict[str, Any]:
        return {
            "depth": depth,
            "url": url_for("conversations.show", slug=row.slug),
            "title": f"{row.number + 1}. {one_line(row.title or row.shape, 60)}",
            "messages": row.summary["messages"],
            "tie": tie_words(row),
            "current": row.id == self.row.id,
        }

    @cached_property
    def way_back(self) -> ThreadLink | None:
        """Where in another conversation this one began."""
        return ways_back([self.row]).get(self.row.id)

    @property
    def ways_on(self) -> list[str]:
        """What began in it, counted."""
        return ways_on(self.row)

    @cached_property
    def source(self) -> dict[str, Any] | None:
        """What it was repaired or edited from; None where there is none (any more)."""
        revision = uploads.revision_of(session(), self.row)
        if revision is None:
            return None
        from_row, changes = revision
        return {
            "url": url_for("conversations.show", slug=from_row.slug),
            "name": one_line(named(from_row), 80),
            "changes": changes,
        }

    @property
    def has_files(self) -> bool:
        """Whether it came as an archive, or as a database."""
        return packed.is_said(self.row.upload) and bool(
            packed.marks(session(), self.row.upload_id)
        )

    @cached_property
    def revision(self) -> int:
        """Which revision of the upload it is: 1 where it never grew."""
        return growing.revision_number(session(), self.row.upload_id)
