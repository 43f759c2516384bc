"""`crosswire serve`: the web app on this machine."""

from __future__ import annotations

import errno
import os
import signal
import socket
import threading
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from flask import Flask

    from webapp.settings import Settings

PORTS_TRIED = 100
WILDCARDS = ("0.0.0.0", "::", "*")  # noqa: S104 - compared, not bound
SECONDS_TO_FINISH = 0.5


class CannotStart(click.ClickException):
    """What keeps a command from its work, said in one line."""

    exit_code = 2


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
def serve(host: str, port: int, with_examples: bool) -> None:
    """Serve the web app, creating and migrating its database."""
    settings = load_settings()
    if host not in WILDCARDS:
        settings = settings.model_copy(update={"trusted_hosts": (*settings.trusted_hosts, host)})
    app = open_app(settings)
    if with_examples:
        from webapp import examples

        with app.extensions["crosswire.database"].session() as session:
            examples.keep_all(session)
    listener = listen(host, port)
    server = make_server(app, settings, listener)
    at = listener.getsockname()[1]
    taken = f"Port {port} is taken; serving" if port not in (0, at) else "Serving"
    click.echo(f"{taken} on http://{f'[{host}]' if ':' in host else host}:{at}")
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    server.run()


def load_settings() -> Settings:
    """The settings of the environment; raises CannotStart."""
    from pydantic import ValidationError

    from webapp.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        raise CannotStart(_wrong_setting(error)) from error


def open_app(settings: Settings) -> Flask:
    """The app with its database; raises CannotStart."""
    from webapp import create_app
    from webapp.database import UnusableDatabase

    try:
        return create_app(settings)
    except UnusableDatabase as error:
        raise CannotStart(str(error)) from error


def listen(host: str, port: int) -> socket.socket:
    """A socket on the first free port from this one on."""
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        try:
            family, _, _, _, address = socket.getaddrinfo(
                host, candidate, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            return socket.create_server(address[:2], family=family, backlog=1024)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                reason = error.strerror or str(error)
                raise CannotStart(f"Cannot serve on {host}, port {candidate}: {reason}.") from error
    raise CannotStart(f"No port from {port} to {candidate} is free.")


def make_server(app: Flask, settings: Settings, listener: socket.socket) -> Any:
    """Waitress, which takes a body in before it occupies a thread with it."""
    from waitress.server import create_server  # type: ignore[import-untyped]

    from webapp.oversized import MOST_READ, channel_class

    proxy = {}
    if settings.trusted_proxy:
        headers = {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"}
        proxy = {"trusted_proxy": settings.trusted_proxy, "trusted_proxy_headers": headers}
    server = create_server(
        app,
        sockets=[listener],
        threads=settings.threads,
        max_request_body_size=MOST_READ,
        channel_timeout=60,
        channel_request_lookahead=1,  # it is noticed when a browser stops waiting for an upload
        connection_limit=1000,
        clear_untrusted_proxy_headers=True,
        ident=None,
        **proxy,
    )
    server.channel_class = channel_class(settings.max_body_bytes)
    return server


def _stop(_: int, __: FrameType | None) -> NoReturn:
    """Let requests finish for a moment; one that is cut off has kept nothing, or all."""
    watchdog = threading.Timer(SECONDS_TO_FINISH, os._exit, [0])
    watchdog.daemon = True
    watchdog.start()
    raise SystemExit(0)


def _wrong_setting(error: Any) -> str:
    problem = error.errors()[0]
    name = "_".join(map(str, problem["loc"])).upper()
    return f"CROSSWIRE_{name}: {problem['msg']}."
