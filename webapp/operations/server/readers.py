"""Processes beside a server that answer what a log must be read for, so that no log holds up
the server's own process: each request there has limits of seconds and memory.

A reader runs the same app. The server's own begins with each request; where it comes to a log
that is not small it leaves the request to a reader (`request_scope.leave_to_reader`).
"""

from __future__ import annotations

import logging
import os
import select
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from io import BytesIO
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from webapp.request_scope import CAN_LEAVE, LEFT, STOPPED
from webapp.telemetry.events import log_event

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Flask

    from webapp.settings import Settings
    from webapp.slots import Slots

MEGABYTE = 1024 * 1024
MOST_GROWN = 512 * MEGABYTE
"""Memory that a reader may have taken at most to be used again."""
LOOKS = 1.0
"""Seconds between two looks of a reader whether its server is there."""

Headers = list[tuple[str, str]]
Answer = tuple[str, Headers, list[bytes]]
"""Status, headers and body."""


class Ended(Exception):
    """A reader ended before its answer did."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
        """`busy`, `seconds`, or `ended` where it was killed from outside."""


class Reader:
    """One process, which answers one request at a time."""

    def __init__(self, settings: Settings) -> None:
        context = get_context("forkserver")
        context.set_forkserver_preload([__name__, "webapp.blueprints"])
        self._pipe, other = context.Pipe()
        self._process = context.Process(
            target=_answer_all, args=(settings, other), daemon=True
        )
        self._process.start()
        other.close()

    def answer(self, environ: dict[str, Any], body: bytes, seconds: float) -> Iterator[Any]:
        """The start of an answer, then its bytes piece by piece, at last whether it woke the
        workers; raises Ended."""
        end = time.monotonic() + seconds
        try:
            self._pipe.send((environ, body))
            while True:
                if not self._pipe.poll(max(0.0, end - time.monotonic())):
                    raise Ended("seconds")
                told = self._pipe.recv()
                yield told
                if isinstance(told, bool):
                    return
        except (EOFError, OSError) as error:
            raise Ended("ended") from error

    def is_there(self) -> bool:
        """Whether it can take another request."""
        return self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()
        self._pipe.close()


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
        _close(answer)
        source = environ["wsgi.input"]
        source.seek(0)
        body = source.read()
        try:
            status, headers, pieces = self._ask(plain, body)
        except Ended as ended:
            environ |= {"wsgi.input": BytesIO(body), STOPPED: ended.why}
            return self._app(environ, start_response)
        start_response(status, headers)
        return pieces

    def _ask(self, environ: dict[str, Any], body: bytes) -> Answer:
        """The answer of a reader; raises Ended."""
        if not self._slots.take():
            raise Ended("busy")
        try:
            reader = self._taken()
            try:
                told = reader.answer(environ, body, self._settings.reader_seconds)
                status, headers = next(told)
                pieces = [piece for piece in told if not self._is_end(piece)]
            except Ended as ended:
                log_event("reader stopped", logging.ERROR, why=ended.why)
                self._drop(reader)
                raise
            self._give_back(reader)
            return status, headers, pieces
        finally:
            self._slots.give_back()

    def _is_end(self, piece: bytes | bool) -> bool:
        if piece is True and self.wake is not None:
            self.wake()
        return isinstance(piece, bool)

    def _prepare(self) -> None:
        self._give_back(self._started())

    def _taken(self) -> Reader:
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

    def _give_back(self, reader: Reader) -> None:
        with self._guard:
            self._idle.append(reader)

    def _drop(self, reader: Reader) -> None:
        reader.kill()
        with self._guard:
            self._all.discard(reader)

    def stop(self) -> None:
        """End them all; what they had not told as kept is not kept."""
        with self._guard:
            for reader in self._all:
                reader.kill()
            self._all.clear()


def beside(app: Flask, settings: Settings) -> Readers:
    """Readers for an app, within what measures its requests."""
    from webapp.services import services_of

    services, requests = services_of(app), app.wsgi_app
    readers = Readers(requests.app, settings, services.slots)  # type: ignore[attr-defined]
    requests.app = readers  # type: ignore[attr-defined]
    readers.wake = services.queue.wake
    return readers


def _unless_left(environ: WSGIEnvironment, start_response: StartResponse) -> StartResponse:
    """Starts the answer, unless the request is left to a reader, which starts it then."""

    def start(status: str, headers: Headers, error: Any = None) -> Any:
        if environ.get(LEFT):
            return bytes
        return start_response(status, headers, error)

    return start


def _answer_all(settings: Settings, pipe: Connection) -> None:
    """What a reader does, until its server has ended."""
    import resource

    from webapp.operations.starting import NICE, open_app
    from webapp.services import services_of
    from webapp.telemetry import logs

    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is time
    most = settings.reader_memory_mb * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    logs.configure(settings.log)
    app = open_app(settings)
    woken: list[bool] = []
    services_of(app).queue.woken_by(lambda: woken.append(True))
    at_work = threading.Event()
    threading.Thread(target=_end_with, args=(pipe, at_work), daemon=True).start()
    while True:
        try:
            environ, body = pipe.recv()
        except EOFError:
            return
        at_work.set()
        _answer(app.wsgi_app.app, environ, body, pipe)  # type: ignore[attr-defined]
        at_work.clear()
        is_grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > MOST_GROWN
        pipe.send(bool(woken))
        woken.clear()
        if is_grown:
            return


def _answer(
    app: WSGIApplication, environ: dict[str, Any], body: bytes, pipe: Connection
) -> None:
    begun: list[tuple[str, Headers]] = []

    def start(status: str, headers: Headers, _: Any = None) -> Any:
        begun.append((status, headers))
        return bytes

    environ |= {"wsgi.input": BytesIO(body), "wsgi.errors": _Nowhere(), "wsgi.version": (1, 0)}
    answer = app(environ, start)
    pipe.send(begun[-1])
    for piece in answer:
        pipe.send(piece)
    _close(answer)


def _close(answer: Iterable[bytes]) -> None:
    close: Any = getattr(answer, "close", None)
    if close is not None:
        close()


class _Nowhere:
    """For what the app would tell a server; it has its log."""

    def write(self, _: str) -> None: ...

    def flush(self) -> None: ...


def _end_with(pipe: Connection, at_work: threading.Event) -> None:
    """End this process in the middle of its work when the server has ended: while it works
    nothing comes through the pipe but its end."""
    while True:
        at_work.wait()
        time.sleep(LOOKS)
        if at_work.is_set() and select.select([pipe], [], [], 0)[0]:
            os._exit(0)
