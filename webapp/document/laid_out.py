"""One long line of JSON, laid out over several lines."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from crosswire.address import Address
from webapp.database.tables import ConversationRow
from webapp.readmodel.document_lines import (
    STRIDE,
    Layout,
    Line,
    laid_out,
    lay_out,
)
from webapp.request_scope import leave_to_reader, take_slot
from webapp.services import services

LONGEST = 16_000_000
"""Bytes of a line that is laid out; of a longer one its text is shown piece by piece."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A line of the upload as several lines."""

    data: bytes
    start: int
    """Its first byte in the upload."""
    layout: Layout

    def has(self, offset: int) -> bool:
        return self.start <= offset < self.start + len(self.data)

    def line_of(self, offset: int) -> int:
        """The laid-out line that has the byte at an offset of the upload."""
        return self.layout.line_of(self.data, offset - self.start)

    def lines(self, first: int, count: int, wanted: Collection[Address]) -> list[Line]:
        return laid_out(self.data, self.layout, first, count, self.start, wanted)

    def span(self, first: int, count: int) -> tuple[int, int]:
        """The bytes of the upload that some laid-out lines are made of, and at most a few
        more."""
        offsets = self.layout.offsets
        from_place, to_place = (first - 1) // STRIDE, (first + count - 2) // STRIDE + 1
        end = offsets[to_place] if to_place < len(offsets) else len(self.data)
        return self.start + offsets[from_place], self.start + end


def laid_out_line(
    row: ConversationRow,
    start: int,
    end: int,
    document: int,
    read: Callable[[int, int], bytes],
) -> LaidOut | None:
    """The line between two bytes of the upload; None where it is too long. Raises Busy."""
    if end - start > LONGEST:
        return None
    leave_to_reader(end - start)
    take_slot(row.upload)
    data = read(start, end)
    layout = services().recent.get_or_make(
        ("layout", row.upload_id, row.upload.digest, start), lambda: lay_out(data, document)
    )
    return LaidOut(data, start, layout) if layout.count else None
