"""Long work in requests: as much of it at once as leaves threads to answer all other requests.

Whatever reads the whole of a large upload takes one of the server's slots, which are fewer than its threads,
and keeps it until its session ends. Few wait for one; who comes after them is refused, and asks again later.
"""

from __future__ import annotations

from threading import BoundedSemaphore

from webapp.database.engine import SLOT, Session
from webapp.database.tables import UploadRow

LARGE = 1_000_000
"""Bytes of an upload that takes seconds; pages write the panes of shorter ones without being asked."""
WAIT = 20.0
"""Seconds that somebody waits for a slot: the pictures of a page are asked for six at a time, and once."""


class Busy(Exception):
    """All slots for long work are taken, and enough wait for one."""


class Slots:
    """Half of a server's threads for long work, and a quarter to wait for it."""

    def __init__(self, threads: int) -> None:
        self._work = BoundedSemaphore(max(1, threads // 2))
        self._waiting = BoundedSemaphore(threads // 4) if threads >= 4 else None

    def take(self, wait: float = WAIT) -> bool:
        """Take a slot, if there is one at once or after a while; whether there was."""
        if self._work.acquire(blocking=False):
            return True
        if not wait or self._waiting is None or not self._waiting.acquire(blocking=False):
            return False
        try:
            return self._work.acquire(timeout=wait)
        finally:
            self._waiting.release()

    def give_back(self) -> None:
        self._work.release()


def begin_long_work(session: Session, upload: UploadRow) -> None:
    """Take a slot until the session ends, where the upload is large; raises Busy where there is none."""
    slots: Slots | None = session.info.get("slots")  # of a server; a command has no others to answer
    if slots is None or SLOT in session.info or upload.size < LARGE:
        return
    if not slots.take():
        raise Busy
    session.info[SLOT] = slots.give_back
