"""Worker processes beside a server: started with it, woken by it, and started again when one
ends."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

from webapp.settings import PACKAGE
from webapp.telemetry.events import log_event

AGAIN = 1.0
"""Seconds before a worker that ended is started again; twice as many each time that it ended
soon."""
MOST = 60.0
SOON = 10.0
UNUSABLE = 2
"""How a worker ends that cannot start at all."""


class Workers:
    """Some worker processes."""

    def __init__(self, count: int) -> None:
        self._stopping = threading.Event()
        self._starting = threading.Lock()
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._threads = [
            threading.Thread(target=self._watch, args=[n], daemon=True) for n in range(count)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def start_one(self) -> None:
        """Start a worker that ends when nothing waits, unless one is at work."""
        with self._starting:
            running = self._running.get(-1)
            if not self._stopping.is_set() and (running is None or running.poll() is not None):
                self._running[-1] = _started("--until-done")

    def wake(self) -> None:
        """Let them look for work now."""
        for running in list(self._running.values()):
            with suppress(OSError, ValueError):  # it has just ended
                if running.stdin is not None:
                    os.write(running.stdin.fileno(), b"\n")

    def stop(self, seconds: float) -> None:
        """Let them end: each gives back what it works on, or is killed and has lost
        nothing."""
        self._stopping.set()
        for running in list(self._running.values()):
            running.terminate()
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        for running in list(self._running.values()):
            running.kill()

    def _watch(self, number: int) -> None:
        pause = AGAIN
        while not self._stopping.is_set():
            began = time.monotonic()
            self._running[number] = running = _started()
            if self._stopping.is_set():
                running.terminate()
            code = running.wait()
            if self._stopping.is_set():
                break
            log_event("worker ended", logging.ERROR, code=code)
            if code == UNUSABLE:
                break
            pause = AGAIN if time.monotonic() - began > SOON else min(2 * pause, MOST)
            self._stopping.wait(pause)
        del self._running[number]


def _started(*options: str) -> subprocess.Popen[bytes]:
    """A worker that ends when this process does, however that ends."""
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(  # noqa: S603 - options of our own
        [sys.executable, "-m", "crosswire", "work", "--watched", *options],
        stdin=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": path},
    )
