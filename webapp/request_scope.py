"""What one request has for itself: a session, a slot for long work, the conversations that it
read."""

from __future__ import annotations

import json
import re
from typing import Protocol

from flask import Flask, g, request

from crosswire.containers import Data
from crosswire.model import Conversation, JsonObject
from crosswire.pairing import Pairing
from crosswire.reading import Log
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, UploadRow
from webapp.services import services
from webapp.slots import LARGE, Busy
from webapp.store import conversations

Read = tuple[Conversation, Pairing]

SMALL = 64 * 1024
"""Bytes of a log that is read wherever it is asked for."""
MAPPED_AT_ONCE = 500
"""Characters of a mapping as JSON that cost no more than a format does."""
MANY = 3_000
"""Commas of a body, or rows of a conversation, up to which it is quick to read if it is small:
the verdicts on 64 KB of a part in four bytes take three seconds."""
_MAY_BE_PACKED = re.compile(
    rb"PK\x03\x04|\x1f\x8b|\x28\xb5\x2f\xfd|BZh|\xfd7zXZ|\xff\xfe|\xfe\xff|\x00"
)
"""What an archive begins with, and what stands in no text: nobody knows yet how much it is."""
CAN_LEAVE = "crosswire.can_leave"
LEFT = "crosswire.left"
STOPPED = "crosswire.stopped"
"""In the environment of a request: whether there are readers (`operations.server.readers`),
whether it is left to one, and why that one did not answer: `busy`, `seconds`, `memory`,
`ended` or `failed`."""


class Closing(Protocol):
    def close(self) -> None: ...


class LeftToReader(Exception):
    """This process does not answer the request: a reader begins with it anew."""


class ReaderStopped(Exception):
    """The reader of a request was stopped before it had answered."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
        """`seconds`, `memory`, `ended` where it was ended from outside, or `failed` where it
        did not start or ended by a fault of its own."""


def attach(app: Flask) -> None:
    """End what a request has for itself when it ends."""
    app.teardown_appcontext(_end)


def leave_bodies(app: Flask) -> None:
    """Leave requests that bring more than a little to a reader, once it is known that they may
    be answered at all: of several logs some might be kept before one is left to it."""
    app.before_request(_leave_body)


def _leave_body() -> None:
    size = request.content_length or 0
    if not size or took_too_long():
        return
    if size > SMALL:
        leave_to_reader(size)
        return
    data = request.get_data()
    leave_to_reader(SMALL + 1 if _MAY_BE_PACKED.search(data) else size, data.count(b","))


def session() -> Session:
    """The session of this request."""
    if "session" not in g:
        g.session = services().database.session()
    found: Session = g.session
    return found


def close_at_end(file: Closing) -> None:
    """Close a file when this request ends."""
    g.setdefault("files", []).append(file)


def leave_to_reader(size: int, parts: int = 0) -> None:
    """Leave what reads a log of this size, or of so many parts, to a reader, if it is not
    small and there are any; raises LeftToReader, and ReaderStopped or Busy where that was
    tried."""
    why = request.environ.get(STOPPED)
    if (size <= SMALL and parts <= MANY) or not (why or request.environ.get(CAN_LEAVE)):
        return
    if not why:
        raise LeftToReader
    raise Busy if why == "busy" else ReaderStopped(why)


def took_too_long() -> bool:
    """Whether a reader was stopped that had this request for too long."""
    return bool(request.environ.get(STOPPED) == "seconds")


def cost_by(mapping: JsonObject | None, size: int) -> int:
    """How many bytes the reading of so many is like: a mapping looks at each message for each
    of its patterns, and somebody may write very many."""
    characters = 0 if mapping is None else len(json.dumps(mapping))
    return size * (1 + characters // MAPPED_AT_ONCE)


def cost_of(upload: UploadRow) -> int:
    """How many bytes the reading of an upload is like."""
    return cost_by(upload.asked_mapping, upload.size)


def take_slot(upload: UploadRow) -> None:
    """Take a slot until the request ends, where the upload is large; raises Busy where there
    is none."""
    leave_to_reader(cost_of(upload))
    take_slot_for(upload.size)


def take_slot_for(size: int) -> None:
    """The same for bytes that came with the request."""
    if size < LARGE or "slot" in g:
        return
    if not services().slots.take():
        raise Busy
    g.slot = True


def whole(row: ConversationRow) -> Read:
    """A conversation and its pairs, read once in a request. Raises Gone and Busy."""
    read: dict[int, Read] = g.setdefault("read", {})
    if row.id not in read:
        leave_to_reader(cost_of(row.upload), row.rows)
        take_slot(row.upload)
        read[row.id] = conversations.read(session(), row)
    return read[row.id]


def whole_log(row: ConversationRow) -> tuple[Log, Data]:
    """The upload of a conversation, read, with its bytes. Raises Gone and Busy."""
    leave_to_reader(cost_of(row.upload), row.rows)
    take_slot(row.upload)
    return conversations.read_log(session(), row)


def whole_document(row: ConversationRow, mapping: JsonObject | None = None) -> Log:
    """The upload of a conversation or of a document that no format knows, read; a `mapping`
    is to be tried on it. Raises Gone and Busy."""
    leave_to_reader(max(cost_of(row.upload), cost_by(mapping, row.upload.size)), row.rows)
    take_slot(row.upload)
    return conversations.read_log(session(), row, or_document=True)[0]


def _end(_: BaseException | None) -> None:
    opened: Session | None = g.pop("session", None)
    try:
        if opened is not None:
            opened.close()
    finally:
        for file in g.pop("files", ()):
            file.close()
        if g.pop("slot", False):
            services().slots.give_back()
