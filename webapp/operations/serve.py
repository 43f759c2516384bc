"""`crosswire serve`: the web app on this machine."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from webapp.operations.starting import CannotStart, load_settings, open_app
from webapp.telemetry.events import log_event

if TYPE_CHECKING:
    from flask import Flask

    from webapp.operations.server.watching import Workers
    from webapp.settings import Settings

SWITCH = 0.001
"""Seconds that a thread of the server keeps the others waiting for the interpreter."""
SECONDS_UNTIL_WRITTEN = 60.0
WILDCARDS = ("0.0.0.0", "::", "*")  # noqa: S104 - compared, not bound


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to serve on; the next free one where it is taken.",
)
@click.option("--with-examples", is_flag=True, help="Keep our example logs, once.")
@click.option(
    "--i-know-this-is-public",
    "public",
    is_flag=True,
    help="Serve other machines without a login: whoever reaches it keeps logs on it.",
)
def serve(host: str, port: int, with_examples: bool, public: bool) -> None:
    """Serve the web app, creating and migrating its database."""
    from webapp.operations.server.listening import listen, make_server
    from webapp.telemetry import logs

    settings = load_settings()
    logs.configure(settings.log)
    if not public and settings.login == "none" and not is_this_machine(host):
        raise CannotStart(
            f"{host} is reached from other machines, and there is no login: set "
            "CROSSWIRE_LOGIN, "
            "or give --i-know-this-is-public."
        )
    if host not in WILDCARDS:
        settings = settings.model_copy(
            update={"trusted_hosts": (*settings.trusted_hosts, host)}
        )
    app = open_app(settings)
    if with_examples:
        from webapp import examples
        from webapp.services import services_of

        with services_of(app).database.session() as session:
            examples.keep_all(session)
    listener = listen(host, port)
    server = make_server(app, settings, listener)
    at = listener.getsockname()[1]
    taken = f"Port {port} is taken; serving" if port not in (0, at) else "Serving"
    click.echo(f"{taken} on http://{f'[{host}]' if ':' in host else host}:{at}")
    run(app, server, settings, at)


def run(app: Flask, server: Any, settings: Settings, port: int) -> None:
    """Serve until somebody says stop, with workers beside it."""
    from crosswire.lazy_names import load_all
    from webapp.operations import metrics
    from webapp.operations.health import kept_ready
    from webapp.operations.server.readers import beside
    from webapp.operations.server.stopping import run_until_stopped
    from webapp.operations.server.watching import Workers
    from webapp.services import services_of

    workers = Workers(settings.workers)
    services_of(app).queue.woken_by(
        workers.wake if settings.workers else starter_of(app, workers)
    )
    load_all()  # or the first who drops a log would wait for it
    sys.setswitchinterval(SWITCH)
    kept_ready(app)
    readers = beside(app, settings)
    workers.start()
    metrics.count_events()
    log_event("start", port=port, workers=settings.workers, threads=settings.threads)
    seconds = settings.seconds_to_finish

    def stop_workers() -> None:
        if settings.workers:
            services_of(app).queue.is_left_to_others = True
        workers.stop(seconds)

    with writing_down(app):
        try:
            run_until_stopped(server, seconds, stop_workers)
        finally:
            workers.stop(0)
            readers.stop()
    log_event("stop")


@contextmanager
def writing_down(app: Flask) -> Iterator[None]:
    """Write down once a minute, and in the end, who was here and which tokens were used."""
    from webapp.services import services_of

    services, ended = services_of(app), threading.Event()

    def write() -> None:
        with services.database.session() as session:
            services.sightings.write_down(session)

    def keep_writing() -> None:
        while not ended.wait(SECONDS_UNTIL_WRITTEN):
            write()

    writer = threading.Thread(target=keep_writing, daemon=True)
    writer.start()
    yield
    ended.set()
    writer.join()
    write()


def starter_of(app: Flask, workers: Workers) -> Callable[[], None]:
    """Starts a worker that ends when nothing waits, where a server has none and no other one
    is there."""

    def start() -> None:
        from webapp.services import services_of
        from webapp.store.workers import is_there

        with services_of(app).database.session() as session:
            if not is_there(session):
                workers.start_one()

    return start


def is_this_machine(host: str) -> bool:
    """Whether only programs of this machine reach what serves on this address."""
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
