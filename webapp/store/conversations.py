"""A whole conversation, read from its upload: for what needs more of it than the blocks of a
page."""

from __future__ import annotations

import crosswire
from crosswire.model import Conversation
from crosswire.pairing import Pairing
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow
from webapp.store.blobs import upload_bytes
from webapp.store.permalinks import Gone


def read_log(session: Session, row: ConversationRow) -> tuple[crosswire.Log, bytes]:
    """The whole upload, read, with its bytes; raises Gone where it is deleted meanwhile."""
    data = upload_bytes(session, row)
    if not data:
        raise Gone
    return crosswire.load(data, name=row.upload.name, format=row.upload.asked_format), data


def read(session: Session, row: ConversationRow) -> tuple[Conversation, Pairing]:
    """The conversation and its pairs; raises Gone where it is deleted meanwhile."""
    log, _ = read_log(session, row)
    conversation = next(found for found in log.conversations if found.number == row.number)
    return conversation, crosswire.pair(conversation)
