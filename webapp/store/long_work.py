"""Long work in requests: as much of it at once as leaves threads to answer all other requests.

Whatever reads the whole of a large upload takes one of the server's slots, which are fewer than its threads,
and keeps it until its session ends. Where none is left it is refused at once, and asked for again later.
"""

from __future__ import annotations

from threading import Semaphore

from webapp.database import SLOT, Session
from webapp.tables import UploadRow

LARGE = 1_000_000
"""Bytes of an upload that takes seconds; pages write the panes of shorter ones without being asked."""


class Busy(Exception):
    """All slots for long work are taken."""


def begin_long_work(session: Session, upload: UploadRow) -> None:
    """Take a slot until the session ends, where the upload is large; raises Busy where none is left."""
    slots: Semaphore | None = session.info.get("slots")  # of a server; a command has no others to answer
    if slots is None or SLOT in session.info or upload.size < LARGE:
        return
    if not slots.acquire(blocking=False):
        raise Busy
    session.info[SLOT] = slots
