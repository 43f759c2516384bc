"""The file of an upload with one conversation fixed."""

from __future__ import annotations

from crosswire.containers import Data, bytes_of
from crosswire.reading import Log
from crosswire.repairs import MendedFile, Repaired, is_of_rows, mend_with
from webapp.access import may_manage
from webapp.database.tables import ConversationRow
from webapp.request_scope import session
from webapp.store import packed


def fixed_file(row: ConversationRow, log: Log, data: Data, repaired: Repaired) -> MendedFile:
    """The upload, or the file of it, with a repair of one conversation put in: what does not
    change stays to the byte. A database comes whole to who manages it; others get the rows
    that were read of it."""
    if is_of_rows(log, repaired.conversation.documents_before) and may_manage(row):
        data = packed.bytes_as_they_came(session(), row)
    return mend_with(log, bytes_of(data), repaired)


def ending(row: ConversationRow, mended: MendedFile) -> str:
    """How the name of such a file ends."""
    if mended.is_database:
        return "db"
    return "jsonl" if row.upload.container == "jsonl" else "json"
