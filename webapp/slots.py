"""Long work in requests: as much of it at once as leaves threads to answer all other
requests."""

from __future__ import annotations

from threading import BoundedSemaphore

LARGE = 1_000_000
"""Bytes of an upload that takes seconds to read."""
WAIT = 20.0
"""Seconds to wait for a slot: a page asks for its pictures six at a time, and once."""


class Busy(Exception):
    """All slots for long work are taken, and enough requests wait for one."""


class Slots:
    """Half of a server's threads for long work, and a quarter to wait for it."""

    def __init__(self, threads: int) -> None:
        self._work = BoundedSemaphore(max(1, threads // 2))
        self._waiting = BoundedSemaphore(threads // 4) if threads >= 4 else None

    def take(self, wait: float = WAIT) -> bool:
        """Take a slot, at once or within `wait` seconds; False where there is none."""
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
