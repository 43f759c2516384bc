"""What a reader does: the process beside a server that answers one request at a time."""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from webapp.telemetry import logs

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from _typeshed.wsgi import WSGIApplication

    from webapp.settings import Settings

MEGABYTE = 1024 * 1024
MOST_GROWN = 512 * MEGABYTE
"""Memory that a reader may have taken at most to be used again."""
NO_MEMORY = 4
"""How a reader ends that came to the end of its memory."""
WOKEN, OVER = "woken", "over"
"""What a reader tells beside the pieces of an answer: something waits for a worker; the answer
is at its end."""
LOOKS = 1.0
"""Seconds between two looks of a reader whether its server is there."""

Headers = list[tuple[str, str]]
Body: TypeAlias = bytes | Path


def answer_all(settings: Settings, pipe: Connection) -> None:
    """What a reader does, until its server has ended."""
    import resource

    from webapp.operations.starting import NICE, open_app
    from webapp.services import services_of

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
    grown = 0
    with suppress(EOFError, BrokenPipeError), _ending_without_memory():
        while grown <= MOST_GROWN:
            environ, body = pipe.recv()
            at_work.set()
            _answer(app.wsgi_app.app, environ, body, pipe, woken)  # type: ignore[attr-defined]
            at_work.clear()
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            pipe.send(OVER)


@contextmanager
def _ending_without_memory() -> Iterator[None]:
    """Ends this process where there is not even memory to say that there is none."""
    try:
        yield
    except MemoryError:
        os._exit(NO_MEMORY)


def _answer(
    app: WSGIApplication,
    environ: dict[str, Any],
    body: Body,
    pipe: Connection,
    woken: list[bool],
) -> None:
    """Tell an answer; and at once that something waits for a worker, as an answer may go on
    until that is done."""

    def wake() -> None:
        if woken:
            pipe.send(WOKEN)
            woken.clear()

    begun: list[tuple[str, Headers]] = []

    def start(status: str, headers: Headers, _: Any = None) -> Any:
        begun.append((status, headers))
        return bytes

    with body.open("rb") if isinstance(body, Path) else BytesIO(body) as source:
        environ |= {"wsgi.input": source, "wsgi.errors": _Nowhere(), "wsgi.version": (1, 0)}
        answer = app(environ, start)
        pipe.send(begun[-1])
        for piece in answer:
            wake()
            pipe.send(piece)
        close(answer)
        wake()


def close(answer: Iterable[bytes]) -> None:
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
