"""The queue of what waits to be read or made; what stands in it is in the database
(`store.jobs`).

Whoever works on it looks for work by itself, now and then. A server wakes its own processes at
once.
"""

from __future__ import annotations

from collections.abc import Callable


class Queue:
    """Wakes the processes that a server started to work on the queue."""

    def __init__(self) -> None:
        self._wake: Callable[[], None] | None = None
        self.is_left_to_others = False
        """Whether large uploads wait for the workers of the next start: this server is
        stopping."""

    def woken_by(self, wake: Callable[[], None]) -> None:
        """Let `wake` be called when something waits."""
        self._wake = wake

    def wake(self) -> None:
        """Say that something waits."""
        if self._wake is not None:
            self._wake()
