"""The socket that the server listens on, and the server."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING, Any

from webapp.operations.starting import CannotStart

if TYPE_CHECKING:
    from flask import Flask

    from webapp.settings import Settings

PORTS_TRIED = 100


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

    from webapp.access import seeing_peers
    from webapp.operations.server.oversized import MOST_READ, channel_class

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
    server.application = seeing_peers(server.application)
    return server
