"""The socket that the server listens on, and the server."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING, Any

from webapp.operations.starting import CannotStart

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from webapp.settings import Settings

PORTS_TRIED = 100
MAX_CONNECTIONS = 2_000
"""Connections that are open at once; one more takes the place of the one that was silent for
longest."""
MAX_IN_MEMORY = 256 * 1024
"""Bytes of one body; a larger one is in a file while it comes in."""
ACCEPTED_AT_ONCE = 50
OTHER_FILES = 200
"""Files that the server needs for other things: the database, static files, its workers."""


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
                raise CannotStart(
                    f"Cannot serve on {host}, port {candidate}: {reason}."
                ) from error
    raise CannotStart(f"No port from {port} to {candidate} is free.")


def make_server(app: Flask, settings: Settings, listener: socket.socket) -> Any:
    """Waitress, which takes a body in before it occupies a thread with it."""
    from waitress.server import create_server  # type: ignore[import-untyped]

    from webapp.access import seeing_peers
    from webapp.operations.server.dispatching import Dispatcher
    from webapp.operations.server.oversized import MOST_READ, channel_class

    limit = _raise_connection_limit()
    proxy = {}
    if settings.trusted_proxy:
        headers = {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"}
        proxy = {"trusted_proxy": settings.trusted_proxy, "trusted_proxy_headers": headers}
    server = create_server(
        app,
        sockets=[listener],
        _dispatcher=Dispatcher(settings.threads),
        max_request_body_size=MOST_READ,
        inbuf_overflow=MAX_IN_MEMORY,
        channel_timeout=60,
        # So that the server notices when a browser stops waiting for an upload.
        channel_request_lookahead=1,
        connection_limit=limit + OTHER_FILES,
        asyncore_use_poll=True,  # `select` cannot watch more than 1,024 files
        clear_untrusted_proxy_headers=True,
        ident=None,
        **proxy,
    )
    server.channel_class = channel_class(settings.max_body_bytes, limit)
    server.application = seeing_peers(server.application)
    server.handle_accept = _many_at_once(server.handle_accept)
    return server


def _many_at_once(accept: Callable[[], None]) -> Callable[[], None]:
    """Takes all who wait, and not one before each look at all others: a check of health may
    stand behind hundreds."""

    def accept_all() -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            accept()  # does nothing where nobody waits

    return accept_all


def _raise_connection_limit() -> int:
    """Let this process open more files; returns for how many connections they are enough.

    A connection needs two: its own, and one for a body that is too large for memory. A process
    may open 1,024 files on Linux and 256 on macOS until it raises its own limit.
    """
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = 2 * MAX_CONNECTIONS + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        files = min(files, hard)
    if soft != resource.RLIM_INFINITY and soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(1, (files - OTHER_FILES) // 2)
