"""What is told of a document that no format knows."""

from __future__ import annotations

from functools import cached_property

from webapp.document.page import DocumentPage
from webapp.readmodel.lists import ReaderNote


class UnknownDocument:
    """Why nothing was read, and what looks like a conversation all the same."""

    def __init__(self, document: DocumentPage) -> None:
        self._document = document
        self._page = document.page

    @property
    def why(self) -> str:
        """What stands there in place of a conversation, without the list of formats."""
        return self._page.reason.partition(" Known formats: ")[0]

    @property
    def said(self) -> str:
        """How many objects look like what."""
        notes = self._page.row.upload.notes
        return next((one["message"] for one in notes if one["code"] == "looks-like"), "")

    @property
    def notes(self) -> list[ReaderNote]:
        """What else was said of opening it: how it was unpacked, what was mended."""
        notes: list[ReaderNote] = self._page.row.upload.notes
        return [one for one in notes if one["code"] != "looks-like" and not self._is_told(one)]

    def _is_told(self, note: ReaderNote) -> bool:
        """Whether it stands in `why`, where the name of a file before it may be missing."""
        message = note["message"]
        return any(said and said in self.why for said in (message, message.partition(": ")[2]))

    @property
    def places(self) -> list[ReaderNote]:
        """What looks like something, in the order of the document."""
        return self._page.summary["unread"]

    @cached_property
    def by_line(self) -> dict[int, list[str]]:
        """What they look like, for the lines of the page."""
        told = {one["address"]: _kind(one["message"]) for one in self.places}
        found: dict[int, list[str]] = {}
        for part in self._document.parts:
            line = self._document.line_at(part.start)
            if line is not None and part.address in told:
                found.setdefault(line, []).append(told[part.address])
        return found


def _kind(message: str) -> str:
    """`Looks like a tool call`, without its name and id, which stand on the line."""
    return message.partition(",")[0].rstrip(".")
