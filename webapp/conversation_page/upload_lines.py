"""On which line of its upload something stands."""

from __future__ import annotations

from crosswire.address import Address, is_within, rebase, root
from crosswire.containers import spans_of
from webapp.database.tables import ConversationRow
from webapp.readmodel.upload_lines import LineIndex, index_lines
from webapp.request_scope import session
from webapp.services import services
from webapp.store import blobs, listings, steps


def lines_of(row: ConversationRow) -> LineIndex:
    """The lines of the upload that a conversation stands in."""
    key = ("lines", row.upload_id, row.upload.digest)
    return services().recent.get_or_make(
        key, lambda: index_lines(blobs.upload_pieces(session(), row))
    )


def line_at(row: ConversationRow, address: str) -> int | None:
    """The line of an address of the upload, from 1; None where nothing tells."""
    offset = offset_of(row, address)
    if offset is None:
        return None
    return lines_of(row).line_of(
        offset, lambda start, end: blobs.slice_of_upload(session(), row, start, end)
    )


def offset_of(row: ConversationRow, address: str) -> int | None:
    """The byte at which an address begins, found in the part around it; None where no part of
    the conversation has bytes of its own there."""
    part = listings.part_around(session(), row, address)
    if part is None:
        number = listings.row_at(session(), row, address)
        part = None if number is None else steps.part_of_row(session(), row, number)
    if part is None or part.start is None or part.end is None:
        return None
    around = Address(part.address)
    if not is_within(address, around):
        return part.start
    within = rebase(Address(address), around, root())
    data = blobs.slice_of_upload(session(), row, part.start, part.end)
    found = spans_of(data, "json", [within]).get(within)
    return part.start + (found[0] if found else 0)
