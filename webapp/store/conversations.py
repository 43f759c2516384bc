"""A whole conversation, read from its upload: for what needs more of it than the blocks of a
page."""

from __future__ import annotations

import crosswire
from crosswire.model import Conversation
from crosswire.pairing import Pairing
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, JobRow
from webapp.store import packed
from webapp.store.blobs import upload_bytes
from webapp.store.permalinks import Gone


def read_log(session: Session, row: ConversationRow | JobRow) -> tuple[crosswire.Log, bytes]:
    """The whole upload, read, with its text; raises Gone where it is deleted meanwhile."""
    data = upload_bytes(session, row)
    if not data:
        raise Gone
    upload, marks = row.upload, packed.marks(session, row.upload_id)
    log = crosswire.load(
        data, name=upload.name, format=upload.asked_format, unpack=None, marks=marks
    )
    return log, data


def read(session: Session, row: ConversationRow) -> tuple[Conversation, Pairing]:
    """The conversation and its pairs; raises Gone where it is deleted meanwhile."""
    log, _ = read_log(session, row)
    conversation = next(found for found in log.conversations if found.number == row.number)
    return conversation, crosswire.pair(conversation)
