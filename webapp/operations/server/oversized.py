"""How the server takes in a body that is too large: the app refuses it, and nothing of it is
stored.

A browser reads no answer before it has sent everything. So what is too large is read to its
end and thrown away, up to `MOST_READ`; the app sees its length and refuses it. A program that
waits for `100 Continue` and whoever tells a length beyond that is answered at once.
"""

from __future__ import annotations

from typing import Any

from waitress.buffers import OverflowableBuffer  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser, ParsingError  # type: ignore[import-untyped]
from waitress.utilities import RequestEntityTooLarge  # type: ignore[import-untyped]

from webapp.operations.server.refusing import Refusal

MOST_READ = 1024 * 1024 * 1024
"""Bytes that are taken from a connection before it is closed on who sends them."""


def channel_class(most_kept: int, most_open: int) -> type:
    """Waitress's channel, with a parser that keeps bodies up to this size; with more than so
    many open, a new one takes the place of the one that has been silent for longest."""
    parser = type("Parser", (_Parser,), {"most_kept": most_kept})
    return type(
        "Channel",
        (_Channel,),
        {"parser_class": parser, "error_task_class": Refusal, "most_open": most_open},
    )


class _Channel(HTTPChannel):  # type: ignore[misc]
    most_open: int

    def __init__(self, server: Any, *args: Any, **options: Any) -> None:
        super().__init__(server, *args, **options)
        others = server.active_channels.values()
        if len(others) > self.most_open:
            silent = [one for one in others if not one.requests and one is not self]
            if silent:
                min(silent, key=lambda one: one.last_activity).will_close = True


class _BoundedBuffer(OverflowableBuffer):  # type: ignore[misc]
    """Forgets what it has when it would hold more than its most, and only counts from there
    on."""

    def __init__(self, overflow: int, most: int) -> None:
        super().__init__(overflow)
        self.most = most
        self.dropped = 0

    def __len__(self) -> int:
        kept: int = super().__len__()
        return self.dropped + kept

    def append(self, data: bytes) -> None:
        if len(self) + len(data) <= self.most:
            super().append(data)
            return
        self.dropped = len(self) + len(data)
        self.close()
        self.buf, self.strbuf = None, b""


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    most_kept: int

    def parse_header(self, header: bytes) -> None:
        super().parse_header(header)
        # A proxy may find another end of such a body than waitress does, and take what follows
        # for the next request. Waitress takes the encoding out of the headers, except of
        # HTTP/1.0.
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Both Content-Length and Transfer-Encoding are given")
        if "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("HTTP/1.0 has no Transfer-Encoding")
        if self.body_rcv is not None:
            most = 0 if self.content_length > self.most_kept else self.most_kept
            self.body_rcv.buf = _BoundedBuffer(self.adj.inbuf_overflow, most)

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        waits = self.expect_continue and self.content_length > self.most_kept
        if waits or isinstance(self.error, RequestEntityTooLarge):
            self._leave_unread()
        return consumed

    def _leave_unread(self) -> None:
        """Hand the request to the app as it is; the connection is of no use after that."""
        self.headers.setdefault("CONTENT_LENGTH", str(self.body_bytes_received))
        self.headers["CONNECTION"] = "close"
        self.error: Any = None
        self.expect_continue = False
        self.close()
        self.body_rcv: Any = None
        self.completed = True
