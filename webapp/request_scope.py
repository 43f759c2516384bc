"""What one request has for itself: a session, a slot for long work, the conversations that it
read."""

from __future__ import annotations

from flask import Flask, g

from crosswire.model import Conversation
from crosswire.pairing import Pairing
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, UploadRow
from webapp.services import services
from webapp.slots import LARGE, Busy
from webapp.store import conversations

Read = tuple[Conversation, Pairing]


def attach(app: Flask) -> None:
    """End what a request has for itself when it ends."""
    app.teardown_appcontext(_end)


def session() -> Session:
    """The session of this request."""
    if "session" not in g:
        g.session = services().database.session()
    found: Session = g.session
    return found


def take_slot(upload: UploadRow) -> None:
    """Take a slot until the request ends, where the upload is large; raises Busy where there
    is none."""
    if upload.size < LARGE or "slot" in g:
        return
    if not services().slots.take():
        raise Busy
    g.slot = True


def whole(row: ConversationRow) -> Read:
    """A conversation and its pairs, read once in a request. Raises Gone and Busy."""
    read: dict[int, Read] = g.setdefault("read", {})
    if row.id not in read:
        take_slot(row.upload)
        read[row.id] = conversations.read(session(), row)
    return read[row.id]


def _end(_: BaseException | None) -> None:
    opened: Session | None = g.pop("session", None)
    try:
        if opened is not None:
            opened.close()
    finally:
        if g.pop("slot", False):
            services().slots.give_back()
