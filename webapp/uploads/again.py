"""Reads the bytes of an upload once more, in another way."""

from __future__ import annotations

from crosswire.model import JsonObject
from webapp.access import may_manage, owner_to_be
from webapp.database.tables import ConversationRow
from webapp.request_scope import session
from webapp.store import blobs, jobs, packed
from webapp.uploads.accept import take_in
from webapp.uploads.sent import Upload


def read_again(
    row: ConversationRow, format: str | None = None, mapping: JsonObject | None = None
) -> str:
    """Keep an upload once more, read as another format or by a mapping; the permalink of that.

    Who manages it has it as it came; others have what its pages show. Raises CrosswireError
    where it cannot be read so.
    """
    came = packed.packed_of(session(), row.upload_id) is not None and may_manage(row)
    read = packed.bytes_as_they_came if came else blobs.upload_bytes
    sent = Upload(read(session(), row), row.upload.name, format, mapping=mapping)
    kept = take_in(sent, owner_to_be())
    there = kept.job if isinstance(kept, jobs.Accepted) else kept.first
    return str(there.slug)
