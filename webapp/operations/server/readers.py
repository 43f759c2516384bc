"""Processes beside a server that answer what a log must be read for, so that no log holds up
the server's own process: each request there has limits of seconds and memory.

A reader runs the same app. The server's own begins with each request; where it comes to a log
that is not small it leaves the request to a reader (`request_scope.leave_to_reader`).
"""

from __future__ import annotations

import logging
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from webapp.hypermedia import LINES
from webapp.operations.server.reader import (
    LOOKS,
    MEGABYTE,
    NO_MEMORY,
    OVER,
    WOKEN,
    Body,
    Headers,
    answer_all,
    close,
)
from webapp.processes import ready_with
from webapp.request_scope import CAN_LEAVE, LEFT, STOPPED
from webapp.telemetry.events import log_event

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Flask

    from webapp.settings import Settings
    from webapp.slots import Slots

LARGE_BODY = 4 * MEGABYTE
"""A larger body of a request is passed on in a file."""
MADE_READY = "webapp.operations.server.made_ready"


class Ended(Exception):
    """A reader ended before its answer did."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
        """`busy`, `seconds`, `memory`, `ended` where it was killed from outside, or `failed`
        where it did not start or ended by a fault of its own."""


class Reader:
    """One process, which answers one request at a time. Raises Ended where none can start."""

    def __init__(self, settings: Settings) -> None:
        context = ready_with([answer_all.__module__, "webapp.blueprints", MADE_READY])
        try:
            self._pipe, other = context.Pipe()
            with other:
                self._process = context.Process(
                    target=answer_all, args=(settings, other), daemon=True
                )
                self._process.start()
        except Exception as error:  # what a system refuses has many names
            log_event("reader not started", logging.ERROR, error=type(error).__name__)
            raise Ended("failed") from error

    def answer(self, environ: dict[str, Any], body: Body, seconds: float) -> Iterator[Any]:
        """The start of an answer, then its bytes piece by piece, with WOKEN as soon as
        something waits for a worker, at last OVER; raises Ended."""
        end = time.monotonic() + seconds
        try:
            self._pipe.send((environ, body))
            while True:
                if not self._pipe.poll(max(0.0, end - time.monotonic())):
                    raise Ended("seconds")
                told = self._pipe.recv()
                yield told
                if told == OVER:
                    return
        except (EOFError, OSError) as error:
            self._process.join(LOOKS)
            raise Ended(_why_ended(self._process.exitcode)) from error

    def is_there(self) -> bool:
        """Whether it can take another request."""
        return bool(self._process.is_alive())

    def kill(self) -> None:
        self._process.kill()
        self._pipe.close()


def _why_ended(exit_code: int | None) -> str:
    if exit_code == NO_MEMORY:
        return "memory"
    by_a_fault = exit_code is not None and exit_code > 0
    return "failed" if by_a_fault else "ended"


class Turn:
    """A request at a reader: the pieces of its answer, up to its end or to `close`. Raises
    Ended."""

    def __init__(self, readers: Readers, slots: Slots) -> None:
        if not slots.take():
            raise Ended("busy")
        self._readers, self._slots = readers, slots
        self._reader: Reader | None = None
        self._told: Iterator[Any] = iter(())
        self._is_over = False

    def begin(
        self, environ: dict[str, Any], body: Body, seconds: float
    ) -> tuple[str, Headers]:
        """Status and headers."""
        try:
            self._reader = self._readers.taken()
            self._told = self._reader.answer(environ, body, seconds)
            status, headers = self._next()
            return status, headers
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[bytes]:
        while (told := self._next()) != OVER:
            if told != WOKEN:
                yield told
            elif self._readers.wake is not None:
                self._readers.wake()
        self._end(self._readers.give_back)

    def _next(self) -> Any:
        try:
            return next(self._told)
        except Ended as ended:
            log_event("reader stopped", logging.ERROR, why=ended.why)
            self.close()
            raise

    def close(self) -> None:
        """End the reader, unless it has told all."""
        self._end(self._readers.drop)

    def _end(self, leave: Callable[[Reader], None]) -> None:
        if self._is_over:
            return
        self._is_over = True
        self._slots.give_back()
        if self._reader is not None:
            leave(self._reader)


class Lines:
    """An answer in lines, each passed on when a reader tells it; where the reader is stopped,
    the lines follow that the server itself has to say. A sender who goes stops the reader."""

    def __init__(
        self, turn: Turn, otherwise: Callable[[Ended, StartResponse], Iterable[bytes]]
    ) -> None:
        self._turn = turn
        self._otherwise = otherwise

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self._turn
        except Ended as ended:
            answer = self._otherwise(ended, _has_begun)
            try:
                yield from answer
            finally:
                close(answer)

    def close(self) -> None:
        self._turn.close()


class Readers:
    """Around the app of a server: hands what is left to readers to one of them."""

    def __init__(self, app: WSGIApplication, settings: Settings, slots: Slots) -> None:
        self._app = app
        self._settings = settings
        self._slots = slots
        self._idle: list[Reader] = []
        self._all: set[Reader] = set()
        self._guard = threading.Lock()
        self.preparing = threading.Thread(target=self._prepare, daemon=True)
        self.preparing.start()  # it takes a second, and the server is there meanwhile
        self.wake: Any = None
        """Wakes the workers, when a reader has put something into the queue."""

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        plain = {name: one for name, one in environ.items() if isinstance(one, str | bool)}
        environ[CAN_LEAVE] = True
        answer = self._app(environ, _unless_left(environ, start_response))
        if not environ.pop(LEFT, False):
            return answer
        close(answer)
        source = environ["wsgi.input"]

        def without_reader(ended: Ended, start: StartResponse) -> Iterable[bytes]:
            source.seek(0)
            environ[STOPPED] = ended.why
            return self._app(environ, start)

        try:
            turn = Turn(self, self._slots)
            with _passed_on(source) as body:
                status, headers = turn.begin(plain, body, self._settings.reader_seconds)
            is_told_in_lines = LINES in dict(headers).get("Content-Type", "")
            pieces = Lines(turn, without_reader) if is_told_in_lines else [*turn]
        except Ended as ended:
            return without_reader(ended, start_response)
        start_response(status, headers)
        return pieces

    def _prepare(self) -> None:
        with suppress(Ended):  # the first request that needs one says it
            self.give_back(self._started())

    def taken(self) -> Reader:
        """A reader that has nothing to do."""
        with self._guard:
            while self._idle:
                reader = self._idle.pop()
                if reader.is_there():
                    return reader
                self._all.discard(reader)
        return self._started()

    def _started(self) -> Reader:
        reader = Reader(self._settings)
        with self._guard:
            self._all.add(reader)
        return reader

    def give_back(self, reader: Reader) -> None:
        """Let a reader take the next request."""
        with self._guard:
            self._idle.append(reader)

    def drop(self, reader: Reader) -> None:
        """End a reader in the middle of its work."""
        reader.kill()
        with self._guard:
            self._all.discard(reader)

    def stop(self) -> None:
        """End them all; what they had not told as kept is not kept."""
        with self._guard:
            for reader in self._all:
                reader.kill()
            self._all.clear()
            self._idle.clear()


def beside(app: Flask, settings: Settings) -> Readers:
    """Readers for an app, within what measures its requests."""
    from webapp.services import services_of

    services, requests = services_of(app), app.wsgi_app
    readers = Readers(requests.app, settings, services.slots)  # type: ignore[attr-defined]
    requests.app = readers  # type: ignore[attr-defined]
    readers.wake = services.queue.wake
    return readers


def _has_begun(_: str, __: Headers, ___: Any = None) -> Callable[[bytes], object]:
    """Starts nothing: the answer has begun."""
    return bytes


def _unless_left(environ: WSGIEnvironment, start_response: StartResponse) -> StartResponse:
    """Starts the answer, unless the request is left to a reader, which starts it then."""

    def start(status: str, headers: Headers, error: Any = None) -> Any:
        if environ.get(LEFT):
            return bytes
        return start_response(status, headers, error)

    return start


@contextmanager
def _passed_on(source: IO[bytes]) -> Iterator[Body]:
    """The body of a request; a large one in a file, which is open when the answer begins."""
    source.seek(0)
    body = source.read(LARGE_BODY + 1)
    if len(body) <= LARGE_BODY:
        yield body
        return
    source.seek(0)
    with tempfile.NamedTemporaryFile(buffering=0) as file:
        shutil.copyfileobj(source, file)
        yield Path(file.name)
