"""Where in a packed upload something stands: the file in it with the line, or the row of a
table."""

from __future__ import annotations

from crosswire.address import Address, document_of
from crosswire.containers import origin_in
from webapp.conversation_page.upload_lines import line_at, lines_of
from webapp.database.tables import ConversationRow
from webapp.readmodel.text import printable
from webapp.request_scope import session
from webapp.store import blobs, packed


def file_words(row: ConversationRow, address: str) -> str:
    """The file, or the table, that an address stands in; empty where the upload is the
    file."""
    mark = packed.file_of(session(), row.upload_id, address) if _is_said(row) else None
    return "" if mark is None else printable(origin_in(mark | {"rows": None}, 0).file)


def place_words(row: ConversationRow, address: str, line: int | None) -> str:
    """`line 4`, `agents/7.jsonl line 4` or `part, row 881`; `line` is that of the text. Empty
    where nothing tells."""
    mark = packed.file_of(session(), row.upload_id, address) if _is_said(row) else None
    if mark is None:
        return "" if line is None else f"line {line:,}"
    if line is not None:
        line -= _first_line(row, mark["start"]) - 1
    return printable(origin_in(mark, document_of(Address(address)), line).in_words)


def origin_of(row: ConversationRow, address: str, *, with_line: bool) -> str:
    """The same of an address whose line nobody has looked for yet."""
    return place_words(row, address, line_at(row, address) if with_line else None)


def _is_said(row: ConversationRow) -> bool:
    return packed.is_said(row.upload)


def _first_line(row: ConversationRow, start: int) -> int:
    return lines_of(row).line_of(
        start, lambda first, last: blobs.slice_of_upload(session(), row, first, last)
    )
