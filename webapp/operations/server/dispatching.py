"""Which thread answers a request: the checks of health have threads of their own."""

from __future__ import annotations

from typing import Any

from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]

CHECKS = ("/healthz", "/readyz")
"""Asked for by what restarts a server that does not answer."""


class Dispatcher:
    """Waitress's dispatcher, and one more with a thread for each check."""

    def __init__(self, threads: int) -> None:
        self._usual, self._checks = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        self._usual.set_thread_count(threads)
        self._checks.set_thread_count(len(CHECKS))

    def add_task(self, channel: Any) -> None:
        """Let a thread answer the first request of a connection."""
        path = getattr(channel.requests[0], "path", "")  # a request that is none has no path
        (self._checks if path in CHECKS else self._usual).add_task(channel)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End all threads."""
        self._checks.shutdown(cancel_pending, timeout)
        return bool(self._usual.shutdown(cancel_pending, timeout))
