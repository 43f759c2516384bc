"""`python -m bench.alternatives.serving NAME PORT`: the web app behind one of several servers.

Each is set up as its own documentation shows, with what it has for the settings of
`webapp/operations/server/listening.py`: threads, the largest body, the time that requests have to end.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webapp.operations.starting import load_settings, open_app

if TYPE_CHECKING:
    from flask import Flask

THREADS = 16
FOLDER = Path(sys.argv[3]) if len(sys.argv) > 3 else None
"""Where the views of a measurement leave and look for files; None gives the app alone."""


def application() -> Flask:
    """The app, with two slow views in the place of two others."""
    app = open_app(load_settings().model_copy(update={"threads": THREADS}))
    if FOLDER is not None:
        app.view_functions["health.robots"] = _until_told
        app.view_functions["rules.index"] = _lines
    return app


def _until_told() -> str:
    assert FOLDER
    (FOLDER / f"begun-{time.monotonic_ns()}").touch()
    while not (FOLDER / "go").exists():
        time.sleep(0.01)
    return "x" * 5_000_000


def _lines() -> Iterator[str]:
    """Lines until the client is gone, at most 200; how many there were stands in a file."""
    assert FOLDER
    count = 0
    try:
        while count < 200:
            count += 1
            yield "a line\n" * 20
            time.sleep(0.01)
    finally:
        (FOLDER / "lines").write_text(str(count))


def ours(port: int) -> None:
    from webapp.operations.server.listening import listen, make_server
    from webapp.operations.server.stopping import run_until_stopped

    app, settings = application(), load_settings().model_copy(update={"threads": THREADS})
    server = make_server(app, settings, listen("127.0.0.1", port))
    run_until_stopped(server, settings.seconds_to_finish, lambda: None)


def waitress(port: int) -> None:
    from waitress import serve  # type: ignore[import-untyped]

    most = load_settings().max_body_bytes
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    serve(
        application(),
        host="127.0.0.1",
        port=port,
        threads=THREADS,
        max_request_body_size=most,
        connection_limit=1000,
        ident=None,
    )


def gunicorn(port: int) -> None:
    from gunicorn.app.base import BaseApplication

    class Served(BaseApplication):
        def load_config(self) -> None:
            given = {
                "bind": f"127.0.0.1:{port}",
                "worker_class": "gthread",
                "threads": THREADS,
                "worker_connections": 2000,
                "graceful_timeout": int(load_settings().seconds_to_finish),
                "loglevel": "critical",
            }
            for name, value in given.items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return application()

    Served().run()


def cheroot(port: int) -> None:
    from cheroot.wsgi import Server

    settings = load_settings()
    server = Server(
        ("127.0.0.1", port),
        application(),
        numthreads=THREADS,
        max=THREADS,
        request_queue_size=1024,
        timeout=60,
        shutdown_timeout=settings.seconds_to_finish,
    )
    server.max_request_body_size = settings.max_body_bytes
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.stop).start())
    server.start()


def granian(port: int) -> None:
    from granian.constants import Interfaces
    from granian.server import Server

    Server(
        "bench.alternatives.serving:application",
        factory=True,
        port=port,
        interface=Interfaces.WSGI,
        blocking_threads=THREADS,
        workers_kill_timeout=max(1, int(load_settings().seconds_to_finish)),
        log_enabled=False,
    ).serve()


def hypercorn(port: int) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from hypercorn.asyncio import serve
    from hypercorn.config import Config

    settings, config = load_settings(), Config()
    config.bind = [f"127.0.0.1:{port}"]
    config.wsgi_max_body_size = settings.max_body_bytes
    config.graceful_timeout = settings.seconds_to_finish
    config.include_server_header = False

    async def run() -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        loop.set_default_executor(ThreadPoolExecutor(THREADS))
        loop.add_signal_handler(signal.SIGTERM, stop.set)
        await serve(application(), config, mode="wsgi", shutdown_trigger=stop.wait)  # type: ignore[arg-type]

    asyncio.run(run())


def uvicorn(port: int) -> None:
    import uvicorn as server
    from a2wsgi import WSGIMiddleware

    seconds = int(load_settings().seconds_to_finish)
    wrapped: Any = WSGIMiddleware(application(), workers=THREADS)
    server.run(
        wrapped,
        port=port,
        http="h11",
        backlog=2048,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=seconds,
    )


SERVERS: dict[str, Callable[[int], None]] = {
    run.__name__: run for run in (ours, waitress, gunicorn, cheroot, granian, hypercorn, uvicorn)
}

if __name__ == "__main__":
    SERVERS[sys.argv[1]](int(sys.argv[2]))
