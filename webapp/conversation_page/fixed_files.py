"""The file of an upload with one conversation fixed."""

from __future__ import annotations

from crosswire.containers import Data, bytes_of
from crosswire.reading import Log
from crosswire.repairs import MendedFile, Repaired, is_in_pieces, is_of_rows, mend_with
from webapp.access import may_manage
from webapp.database.tables import ConversationRow
from webapp.request_scope import session
from webapp.store import packed


def fixed_file(row: ConversationRow, log: Log, data: Data, repaired: Repaired) -> MendedFile:
    """The upload, or the file of it, with a repair of one conversation put in: what does not
    change stays to the byte. A database, and an archive in which one session stands in many
    files, come whole to who manages them; others get what was read of them, as lines."""
    conversation = repaired.conversation
    is_spread = is_of_rows(log, conversation.documents_before) or is_in_pieces(
        log, conversation
    )
    if is_spread and may_manage(row):
        data = packed.bytes_as_they_came(session(), row)
    return mend_with(log, bytes_of(data), repaired)


def ending(row: ConversationRow, mended: MendedFile) -> str:
    """How the name of such a file ends."""
    if mended.is_database:
        return "db"
    if mended.files:
        own = (row.upload.name or "").partition(".")[2]
        return "zip" if mended.data.startswith(b"PK") else own or "tar"
    return "jsonl" if row.upload.container == "jsonl" else "json"
