"""A process that works on the queue: it reads uploads, then makes what pages asked for, one at
a time."""

from __future__ import annotations

import faulthandler
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TypeVar

from flask import Flask

import crosswire
from crosswire.errors import CrosswireError
from webapp.database.engine import DatabaseError, Session, StorageFull
from webapp.database.objects import ObjectsUnreachable
from webapp.database.tables import JobRow, WishRow
from webapp.errors import problem_in_worker, too_slow_for_a_worker
from webapp.readmodel.answer import answer_and_verdicts, conversation_of
from webapp.readmodel.panes import PaneChoice
from webapp.services import services_of
from webapp.settings import Settings
from webapp.store import jobs, panes, tidying, verdicts, wishes, workers
from webapp.store.clock import EvenClock
from webapp.store.permalinks import Gone
from webapp.store.uploads import Stage
from webapp.telemetry.events import log_event
from webapp.telemetry.logs import places
from webapp.uploads.last_log import LastLog

HEART = 3.0
"""Seconds between two signs of life while it reads."""
TOLD = 0.3
"""Seconds between two signs that tell of another stage."""
TIDY = 3600.0
GRACE = 30.0
"""Seconds after which a worker that read for too long, and could not say so, is ended."""
TOO_LONG = 3
"""How a worker ends that read for too long."""

Result = TypeVar("Result")


class Worker:
    """Works on the queue until it is told to stop, or until nothing waits."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._database = services_of(app).database
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._last_log = LastLog()
        self.name = workers.new_name()

    def on_signal(self, _: int, __: FrameType | None) -> None:
        """End soon; at once when told twice."""
        if self._stopping.is_set():
            os._exit(1)
        self.stop()

    def stop(self) -> None:
        self._stopping.set()
        self._woken.set()

    def listen_to(self, pipe: int) -> None:
        """Be woken by each byte, and end when the process that sends them has ended."""
        while os.read(pipe, 1024):
            self._woken.set()
        self.stop()

    def run(self, pause: float, *, until_done: bool = False) -> None:
        """Work; look for more every `pause` seconds."""
        keeper = threading.Thread(target=self._keep_house)
        keeper.start()
        try:
            while not self._stopping.is_set():
                self._woken.clear()
                if self.work_off():
                    continue
                if until_done:
                    break
                self._woken.wait(pause)
                self._last_log.let_go_if_old()
        finally:
            self.stop()
            keeper.join()
            with suppress(Exception), self._database.session() as session:
                workers.remove(session, self.name)

    def work_off(self) -> bool:
        """Take what was asked for first, an older reading where nothing else waits; whether
        there was any."""
        waiting = self._in_session(jobs.claimable) or []
        if any(map(self.take, waiting)) or self.make_a_wish():
            return True
        return not self._stopping.is_set() and bool(
            self._in_session(jobs.ask_for_an_older_one)
        )

    def take(self, upload_id: int) -> bool:
        """Read an upload, if it may be taken; whether it was."""
        if self._stopping.is_set():
            return False
        try:
            with self._database.session() as session:
                job = jobs.claim(session, self.name, upload_id)
                if job is not None:
                    self._read(session, job)
                return job is not None
        except (
            DatabaseError,
            StorageFull,
        ) as error:  # it is taken again, after a long silence
            log_event("job left", logging.ERROR, why=type(error).__name__)
            return False

    def _read(self, session: Session, job: JobRow) -> None:
        self._last_log.let_go()
        upload_id = job.upload_id  # the job may be gone before its worker has done with it
        with self._in_time(), Heart(partial(self._report_progress, upload_id)) as heart:
            too_long = threading.Timer(
                self._settings.worker_seconds, self._end_reading, args=[upload_id]
            )
            too_long.daemon = True
            too_long.start()
            try:
                self._go_through(session, job, heart)
            except Gone:
                pass
            except Exception as error:  # noqa: BLE001 - whatever it is, its page says so
                session.rollback()
                with self._app.app_context():
                    problem = problem_in_worker(error, self._settings.worker_memory_mb)
                jobs.fail(session, upload_id, self.name, problem)
            finally:
                too_long.cancel()

    def _end_reading(self, upload_id: int) -> None:
        """Say that an upload took too long, and end: what reads it does not listen."""
        problem = too_slow_for_a_worker(self._settings.worker_seconds)
        self._in_session(lambda session: jobs.fail(session, upload_id, self.name, problem))
        os._exit(TOO_LONG)

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """End this process where even its threads come to nothing for too long."""
        with open(os.devnull, "w") as nowhere:
            faulthandler.dump_traceback_later(
                self._settings.worker_seconds + GRACE, exit=True, file=nowhere
            )
            try:
                yield
            finally:
                faulthandler.cancel_dump_traceback_later()

    def _go_through(self, session: Session, job: JobRow, heart: Heart) -> None:
        settings = self._settings
        for stage in jobs.read_accepted(
            session, job, self.name, settings.max_upload_bytes, settings.most_indexers
        ):
            heart.show(stage)
            if self._stopping.is_set():
                jobs.give_back(session, job.upload_id, self.name)
                return
            if heart.is_lost:
                return

    def _report_progress(self, upload_id: int, stage: Stage) -> bool | None:
        """Whether the upload is still this worker's; None where the database does not say."""
        return self._in_session(
            lambda session: jobs.report_progress(session, upload_id, self.name, stage)
        )

    def make_a_wish(self) -> bool:
        """Make what a page asked for first; whether there was something."""
        if self._stopping.is_set():
            return False
        made = self._in_session(self._claim_and_make)
        return bool(made)

    def _claim_and_make(self, session: Session) -> bool:
        wish = wishes.claim(session, self.name)
        if wish is None:
            return False
        wish_id = wish.id
        try:
            with self._in_time():
                make_wish(session, wish, self._last_log)
        except (DatabaseError, StorageFull, ObjectsUnreachable):
            raise
        except (Gone, CrosswireError):
            pass
        except Exception as error:  # noqa: BLE001 - the page waits for it and says so
            session.rollback()
            log_event(
                "wish failed",
                logging.ERROR,
                error=type(error).__name__,
                places=places(error.__traceback__),
            )
            wishes.give_up(session, wish_id)
            return True
        wishes.remove(session, wish_id)
        return True

    def _keep_house(self) -> None:
        """Say that it is there; tidy once an hour, where the clock can be trusted: what it
        says to be old is deleted."""
        tidied, clock = -TIDY, EvenClock()
        while not self._stopping.is_set():
            self._in_session(lambda session: workers.heartbeat(session, self.name))
            if clock.is_trusted() and time.monotonic() - tidied > TIDY:
                tidied = time.monotonic()
                self._in_session(lambda session: tidying.tidy(session, self._settings))
            self._stopping.wait(workers.SECONDS_BETWEEN)

    def _in_session(self, act: Callable[[Session], Result]) -> Result | None:
        """What some work in the database gives; None where the database does not do it now."""
        try:
            with self._database.session() as session:
                return act(session)
        except (DatabaseError, StorageFull, ObjectsUnreachable) as error:
            log_event("job database", logging.WARNING, why=type(error).__name__)
            return None


def make_wish(session: Session, wish: WishRow, logs: LastLog) -> None:
    """Make and store a pane, or what is wrong and the verdicts of all targets, each as soon as
    it is there; one that is stored already, by a worker that ended, is made and not stored
    again. Raises Gone, CrosswireError, StorageFull."""
    row = wish.conversation
    log, data = logs.read(session, row)
    conversation = conversation_of(log, row.number)
    if wish.target:
        choice = PaneChoice(**wish.choices | {"left_out": tuple(wish.choices["left_out"])})
        panes.keep(session, row, choice.made_of(conversation, crosswire.pair(conversation)))
        return
    known = verdicts.names_stored(session, row)
    for name, made in answer_and_verdicts(log, data, conversation):
        if name not in known:
            verdicts.keep(session, row, {name: made})


class Heart:
    """Says that a worker is there while it reads, and how far it is."""

    def __init__(self, report: Callable[[Stage], bool | None]) -> None:
        self._report = report
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

    def show(self, stage: Stage) -> None:
        self._stage = stage
        self._told.set()

    def _beat(self) -> None:
        while not self._ended.wait(TOLD):
            self._told.wait(HEART)
            self._told.clear()
            if self._stage is None or self._ended.is_set():
                continue
            self.is_lost = self._report(self._stage) is False or self.is_lost
