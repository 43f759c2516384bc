"""What of an upload is edited: all of it, or one record or message of a long one."""

from __future__ import annotations

import re
from functools import cached_property

from crosswire.address import Address, split
from crosswire.containers import SEVERAL, spans_of
from crosswire.errors import BadAddress
from webapp.conversation_page.upload_lines import line_at, lines_of
from webapp.database.tables import ConversationRow
from webapp.readmodel.edited import Editable, NotEditable, editable
from webapp.request_scope import leave_to_reader, session, take_slot
from webapp.store import blobs, byte_places

LARGEST = 2_000_000
"""Bytes of a text that is edited."""
_ITEM = re.compile(r"\d+", re.ASCII)


class Scope:
    """The bytes that are edited; `record` is a line of JSON Lines, `at` the address of a
    message."""

    def __init__(self, row: ConversationRow, record: int | None, at: str) -> None:
        self.row = row
        self.is_whole = row.upload.size <= LARGEST
        self.record = None if self.is_whole else record
        self.at = "" if self.is_whole else message_of(at)
        if self.at and row.upload.container == "jsonl":
            self.record, self.at = line_at(row, self.at), ""

    @cached_property
    def why_not(self) -> str:
        """Why it cannot be edited; empty where it can."""
        if self._span is None:
            return "Nothing stands there." if self.record or self.at else "Too long."
        if self._span[1] - self._span[0] > LARGEST:
            return "This one alone is longer than 2 MB."
        return self._made if isinstance(self._made, str) else ""

    @property
    def editable(self) -> Editable:
        """The text; raises NotEditable where `why_not` says something."""
        if isinstance(self._made, str):
            raise NotEditable(self._made)
        return self._made

    @property
    def is_of_several(self) -> bool:
        """Whether the upload is several files, of which none is edited here."""
        return self.row.upload.container == SEVERAL

    @cached_property
    def _made(self) -> Editable | str:
        if self.is_of_several:
            return "This upload holds several files. Upload the one to be edited by itself."
        may_lay_out = self.row.upload.container == "json" or not self.is_whole
        try:
            return editable(self._read(*self._there), may_lay_out=may_lay_out)
        except NotEditable as why:
            return str(why)

    def _read(self, start: int, end: int) -> bytes:
        return blobs.slice_of_upload(session(), self.row, start, end)

    @property
    def _there(self) -> tuple[int, int]:
        if self._span is None:
            raise NotEditable("Nothing stands there.")
        return self._span

    @cached_property
    def _span(self) -> tuple[int, int] | None:
        if self.is_whole:
            return 0, self.row.upload.size
        if self.record:
            return self._span_of_line(self.record)
        return self._span_of_message(self.at) if self.at else None

    def _span_of_line(self, number: int) -> tuple[int, int] | None:
        index = lines_of(self.row)
        if self.row.upload.container != "jsonl" or number > index.count:
            return None
        start = index.start_of(number, self._read)
        end = index.start_of(number + 1, self._read)
        line = self._read(start, end)
        return start, start + len(line.rstrip(b"\r\n"))

    def _span_of_message(self, at: str) -> tuple[int, int] | None:
        upload = self.row.upload
        if upload.container != "json":
            return None
        leave_to_reader(upload.size)
        take_slot(upload)
        data = blobs.upload_bytes(session(), self.row)
        return spans_of(data, "json", [Address(at)]).get(Address(at))

    def upload_with(self, text: str) -> bytes:
        """The whole upload with the edited text in it."""
        start, end = self._there
        edited = self.editable.bytes_of(text)
        if self.is_whole:
            return edited
        leave_to_reader(self.row.upload.size)
        take_slot(self.row.upload)
        data = blobs.upload_bytes(session(), self.row)
        return data[:start] + edited + data[end:]


def near_line(row: ConversationRow, line: int) -> Scope:
    """What is edited of an upload where somebody looks at a line of it."""
    if row.upload.size <= LARGEST:
        return Scope(row, None, "")
    if row.upload.container == "jsonl":
        return Scope(row, line, "")
    end = lines_of(row).start_of(
        line + 1, lambda first, last: blobs.slice_of_upload(session(), row, first, last)
    )
    part = byte_places.part_before(session(), row, max(end - 1, 0))
    return Scope(row, None, part.address if part is not None else "")


def message_of(address: str) -> str:
    """The address of the message that an address is in: of the first item of a list on the way
    there; empty where it is in none."""
    try:
        parts = split(address)
    except BadAddress:
        return ""
    tokens = parts.levels[0]
    for number, token in enumerate(tokens):
        if _ITEM.fullmatch(token):
            return f"{parts.document}:/{'/'.join(tokens[: number + 1])}"
    return ""
