"""How processes are started that work for this one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from multiprocessing import forkserver, get_all_start_methods, get_context
from typing import Any

LONGEST_SOCKET = 103
"""Bytes of the path of a socket that every system takes."""


def ready_with(modules: Sequence[str]) -> Any:
    """The context of `multiprocessing` whose processes have these modules loaded when they
    start, where the system has such: these are loaded beside this process from now on. None
    begins as a copy of this one, which has threads and holds the database open."""
    if not _can_fork_server_listen():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([*modules])
    forkserver.ensure_running()
    return context


def _can_fork_server_listen() -> bool:
    """Whether there can be a fork server, which starts a process in no time: a long temporary
    folder makes the path too long that it listens at."""
    path = os.path.join(tempfile.gettempdir(), "pymp-12345678", "listener-12345678")
    is_short = len(os.fsencode(path)) <= LONGEST_SOCKET
    return is_short and "forkserver" in get_all_start_methods()
