"""`crosswire work`: a process that reads the uploads that wait to be read."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from webapp.operations.starting import load_settings, open_app
from webapp.telemetry.events import tell

if TYPE_CHECKING:
    from flask import Flask

    from webapp.database.engine import Database, Session
    from webapp.database.tables import JobRow
    from webapp.settings import Settings
    from webapp.store.uploads import Stage

LOOKS = 0.5
"""Seconds between two looks for work, of a worker that nobody wakes."""
LOOKS_WOKEN = 5.0
HEART = 3.0
"""Seconds between two signs of life while it reads."""
TOLD = 0.3
"""Seconds between two signs that tell of another stage."""
TIDY = 3600.0


@click.command()
@click.option("--watched", is_flag=True, hidden=True, help="End with whoever holds the standard input.")
def work(watched: bool) -> None:
    """Read uploads that wait to be read, until it is stopped.

    `crosswire serve` starts such processes by itself. On PostgreSQL more of them may run on other machines.
    """
    from webapp.telemetry import logs

    settings = load_settings()
    logs.configure(settings.log)
    _limit_memory(settings.worker_memory_mb)
    worker = Worker(open_app(settings), settings)
    signal.signal(signal.SIGTERM, worker.on_signal)
    signal.signal(signal.SIGINT, worker.on_signal)
    if watched:
        threading.Thread(target=worker.listen_to, args=[sys.stdin.fileno()], daemon=True).start()
    tell("worker start", watched=watched)
    worker.run(LOOKS_WOKEN if watched else LOOKS)
    tell("worker stop")


def _limit_memory(megabytes: int | None) -> None:
    if megabytes is None:
        return
    import resource

    most = megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


class Worker:
    """Reads uploads, one at a time, until it is told to stop."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        from webapp.store import jobs

        self._app = app
        self._settings = settings
        self._database: Database = app.extensions["crosswire.database"]
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self.name = jobs.name_of_worker()

    def on_signal(self, _: int, __: FrameType | None) -> None:
        """End soon; at once when told twice."""
        if self._stopping.is_set():
            os._exit(1)
        self.stop()

    def stop(self) -> None:
        self._stopping.set()
        self._woken.set()

    def listen_to(self, pipe: int) -> None:
        """Be woken by each byte, and end where nobody is left to send one."""
        while os.read(pipe, 1024):
            self._woken.set()
        self.stop()

    def run(self, looks: float) -> None:
        """Work until it is stopped."""
        from webapp.store import jobs
        from webapp.uploads import queue as queueing

        keeper = threading.Thread(target=self._keep_house)
        keeper.start()
        try:
            if queueing.is_possible(self._database):
                self._serve_queue()
            else:
                self._look_for_work(looks)
        finally:
            self.stop()
            keeper.join()
            with suppress(Exception), self._database.session() as session:
                jobs.say_gone(session, self.name)

    def take(self, upload_id: int) -> bool:
        """Read an upload, if it may be taken; whether it was."""
        from webapp.database.engine import DatabaseError, StorageFull
        from webapp.store import jobs

        if self._stopping.is_set():
            return False
        try:
            with self._database.session() as session:
                job = jobs.claim(session, self.name, upload_id)
                if job is not None:
                    self._read(session, job)
                return job is not None
        except (DatabaseError, StorageFull) as error:  # it is taken again, when it has been silent for long
            tell("job left", logging.ERROR, why=type(error).__name__)
            return False

    def _read(self, session: Session, job: JobRow) -> None:
        from webapp.errors import problem_in_worker
        from webapp.store import jobs, permalinks

        upload_id = job.upload_id  # the job may be gone before its worker has done with it
        with Heart(self._database, upload_id, self.name) as heart:
            try:
                self._go_through(session, job, heart)
            except permalinks.Gone:
                pass
            except Exception as error:  # noqa: BLE001 - whatever it is, its page says so
                session.rollback()
                with self._app.app_context():
                    problem = problem_in_worker(error, self._settings.worker_memory_mb)
                jobs.fail(session, upload_id, self.name, problem)

    def _go_through(self, session: Session, job: JobRow, heart: Heart) -> None:
        from webapp.store import jobs

        for stage in jobs.read_accepted(session, job, self.name):
            heart.tell(stage)
            if self._stopping.is_set():
                jobs.give_back(session, job.upload_id, self.name)
                return
            if heart.is_lost:
                return

    def _look_for_work(self, pause: float) -> None:
        from webapp.store import jobs

        while not self._stopping.is_set():
            with self._database.session() as session:
                found = _tried(partial(jobs.claimable, session)) or []
            if not any(map(self.take, found)):
                self._woken.wait(pause)
                self._woken.clear()

    def _serve_queue(self) -> None:
        from webapp.uploads import queue as queueing

        queueing.prepare(self._database)
        asyncio.run(self._listen_to_queue(queueing.queue(self._database, self._take_sent)))

    def _take_sent(self, upload_id: int) -> None:
        self.take(upload_id)

    async def _listen_to_queue(self, queue: Any) -> None:
        async with queue.open_async():
            options = {"install_signal_handlers": False, "delete_jobs": "always", "concurrency": 1}
            working = asyncio.create_task(queue.run_worker_async(**options))
            stopped = asyncio.create_task(asyncio.to_thread(self._stopping.wait))
            await asyncio.wait([working, stopped], return_when=asyncio.FIRST_COMPLETED)
            self.stop()
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working

    def _keep_house(self) -> None:
        """Say that it is there; send again what waits; tidy once an hour."""
        from webapp.store import jobs, tidying
        from webapp.uploads import queue as queueing

        sender = queueing.Sender(self._database) if queueing.is_possible(self._database) else None
        tidied = -TIDY
        while not self._stopping.is_set():
            self._in_session(lambda session: jobs.say_there(session, self.name))
            if sender is not None:
                for upload_id in self._in_session(jobs.claimable) or ():
                    sender(upload_id)
            if time.monotonic() - tidied > TIDY:
                tidied = time.monotonic()
                self._in_session(lambda session: tidying.tidy(session, self._settings))
            self._stopping.wait(jobs.BEAT)
        if sender is not None:
            sender.close()

    def _in_session(self, act: Callable[[Session], Any]) -> Any:
        with self._database.session() as session:
            return _tried(partial(act, session))


class Heart:
    """Says that a worker is there while it reads, and how far it is."""

    def __init__(self, database: Database, upload_id: int, worker: str) -> None:
        self._database, self._upload_id, self._worker = database, upload_id, worker
        self._stage: Stage | None = None
        self._told = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat)
        self.is_lost = False
        """Whether the upload is no more this worker's."""

    def __enter__(self) -> Heart:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._told.set()
        self._thread.join()

    def tell(self, stage: Stage) -> None:
        self._stage = stage
        self._told.set()

    def _beat(self) -> None:
        from webapp.store import jobs

        while not self._ended.wait(TOLD):
            self._told.wait(HEART)
            self._told.clear()
            stage = self._stage
            if stage is None or self._ended.is_set():
                continue
            with self._database.session() as session:
                found = _tried(partial(jobs.beat, session, self._upload_id, self._worker, stage))
            self.is_lost = self.is_lost or found is False


def _tried(act: Callable[[], Any]) -> Any:
    """What some work in the database gives; None where the database does not do it now."""
    from webapp.database.engine import DatabaseError, StorageFull
    from webapp.database.objects import ObjectsUnreachable

    try:
        return act()
    except (DatabaseError, StorageFull, ObjectsUnreachable) as error:
        tell("job database", logging.WARNING, why=type(error).__name__)
        return None
