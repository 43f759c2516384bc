"""`crosswire work`: a process that reads the uploads that wait to be read."""

from __future__ import annotations

import os
import signal
import sys
import threading

import click

from webapp.operations.starting import NICE, load_settings, open_app
from webapp.telemetry.events import log_event

LOOKS = 0.5
"""Seconds between two looks for work, of a worker that no server wakes."""
LOOKS_WOKEN = 5.0


@click.command()
@click.option(
    "--watched", is_flag=True, hidden=True, help=("End with whoever holds the standard input.")
)
@click.option("--until-done", is_flag=True, hidden=True, help="End when nothing waits.")
def work(watched: bool, until_done: bool) -> None:
    """Read uploads that wait to be read, until it is stopped.

    `crosswire serve` starts such processes by itself. On PostgreSQL more of them may run on
    other machines.
    """
    from webapp.telemetry import logs
    from webapp.uploads.worker import Worker

    settings = load_settings()
    logs.configure(settings.log)
    _limit_memory(settings.worker_memory_mb)
    worker = Worker(open_app(settings), settings)
    signal.signal(signal.SIGTERM, worker.on_signal)
    signal.signal(signal.SIGINT, worker.on_signal)
    if watched:
        os.nice(NICE)
        threading.Thread(
            target=worker.listen_to, args=[sys.stdin.fileno()], daemon=True
        ).start()
    log_event("worker start", watched=watched)
    worker.run(LOOKS_WOKEN if watched else LOOKS, until_done=until_done)
    log_event("worker stop")


def _limit_memory(megabytes: int | None) -> None:
    if megabytes is None:
        return
    import resource

    most = megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
