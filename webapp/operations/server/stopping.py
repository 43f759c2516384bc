"""Runs a server until it is told to stop, and then until what is under way has ended."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from waitress import wasyncore  # type: ignore[import-untyped]

LOOKS = 0.05
"""Seconds between two looks whether all requests have ended."""


def run_until_stopped(server: Any, seconds: float, stop_others: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT; then take no more connections and give requests some
    seconds to end.

    `stop_others` runs meanwhile. A second signal ends the process at once: a request that is
    cut off has kept nothing, or all.
    """
    stopping = threading.Event()

    def stop(_: int, __: FrameType | None) -> None:
        if stopping.is_set():
            os._exit(0)
        stopping.set()
        server.pull_trigger()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    turn = partial(
        wasyncore.loop, use_poll=server.adj.asyncore_use_poll, map=server._map, count=1
    )
    while not stopping.is_set():
        turn(timeout=server.adj.asyncore_loop_timeout)
    others = threading.Thread(target=stop_others, daemon=True)
    others.start()
    end = time.monotonic() + seconds
    wasyncore.dispatcher.close(
        server
    )  # its own `close` would also stop what follows from being served
    while _some_are_busy(server) and time.monotonic() < end:
        turn(timeout=LOOKS)
    others.join(max(0.0, end - time.monotonic()))


def _some_are_busy(server: Any) -> bool:
    """Whether some connection has a request under way; the others are closed."""
    busy = False
    for channel in list(server.active_channels.values()):
        if channel.requests or channel.request is not None or channel.total_outbufs_len:
            busy = True
        else:
            channel.handle_close()
    return busy
