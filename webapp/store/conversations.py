"""A whole conversation, read from its upload: for what needs more of it than the blocks of a page."""

from __future__ import annotations

import crosswire
from crosswire.model import Conversation
from crosswire.pairing import Pairing
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow
from webapp.store.blobs import upload_bytes
from webapp.store.long_work import begin_long_work
from webapp.store.permalinks import Gone


def whole(session: Session, row: ConversationRow) -> tuple[Conversation, Pairing]:
    """The conversation and its pairs, read once in a request.

    Raises Gone where it is deleted meanwhile, and Busy where others have large ones read.
    """
    read: dict[int, tuple[Conversation, Pairing]] = session.info.setdefault("read", {})
    if row.id not in read:
        begin_long_work(session, row.upload)
        data = upload_bytes(session, row)
        if not data:
            raise Gone
        log = crosswire.load(data, name=row.upload.name, format=row.upload.asked_format)
        conversation = next(c for c in log.conversations if c.number == row.number)
        read[row.id] = conversation, crosswire.pair(conversation)
    return read[row.id]
