"""A server as a process of its own, and one that asks it for things with plain sockets."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.alternatives.serving import THREADS

LIMIT = 1_000_000
"""The largest upload, set low so that what is larger is sent quickly."""
LONGEST = 5.0
"""Seconds that an answer is waited for."""


@dataclass
class Served:
    """A server as a process of its own."""

    port: int
    process: subprocess.Popen[bytes]
    folder: Path
    seconds_to_start: float = 0.0
    open: ExitStack = field(default_factory=ExitStack)

    def connect(self, timeout: float = LONGEST) -> socket.socket:
        return self.open.enter_context(socket.create_connection(("127.0.0.1", self.port), timeout=timeout))

    def ask(self, request: bytes, body: bytes = b"") -> tuple[int, bytes, float]:
        """Status, answer and seconds; status 0 is none in time, -1 one that is cut off."""
        began, connection = time.monotonic(), self.connect()
        try:
            connection.sendall(request + body)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            head = b"".join(f"{name}: {value}\r\n".encode() for name, value in answer.getheaders())
            return answer.status, head + answer.read(), time.monotonic() - began
        except TimeoutError:
            return 0, b"", time.monotonic() - began
        except (OSError, http.client.HTTPException):
            return -1, b"", time.monotonic() - began
        finally:
            connection.close()

    def health(self) -> float:
        """Seconds that `/healthz` takes, or more than are waited for."""
        status, _, took = self.ask(request("GET", "/healthz"))
        return took if status == 200 else LONGEST

    def until(self, happens: Callable[[], bool], seconds: float = LONGEST) -> bool:
        end = time.monotonic() + seconds
        while not (done := happens()) and time.monotonic() < end:
            time.sleep(0.01)
        return done

    def begun(self) -> int:
        return len(list(self.folder.glob("begun-*")))

    def refuses(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return True
        return False


def request(method: str, path: str, headers: str = "") -> bytes:
    said = "" if headers.endswith("\n\n") else "\n"
    head = f"{method} {path} HTTP/1.1\nHost: localhost\nConnection: close\n{headers}{said}"
    return head.replace("\n", "\r\n").encode()


def upload(headers: str) -> bytes:
    return request("POST", "/api/conversations", headers)


def log(size: int) -> bytes:
    made = json.dumps({"messages": [{"role": "user", "content": ""}]})
    return made.replace('""', '"' + "x" * max(1, size - len(made)) + '"').encode()


@contextmanager
def served(name: str, *, seconds: float = 5, views: bool = True, most: int = LIMIT) -> Iterator[Served]:
    """One of the servers, started and asked once."""
    with TemporaryDirectory(prefix="cw-") as place:
        folder = Path(place)
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            port = free.getsockname()[1]
        settings = {
            "CROSSWIRE_DATABASE_URL": f"sqlite:///{folder}/crosswire.db",
            "CROSSWIRE_MAX_UPLOAD_BYTES": str(most),
            "CROSSWIRE_SECONDS_TO_FINISH": str(seconds),
            "CROSSWIRE_WORKERS": "0",
            "CROSSWIRE_THREADS": str(THREADS),
            "TMPDIR": place,
        }
        began = time.monotonic()
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "bench.alternatives.serving",
                name,
                str(port),
                *([place] if views else []),
            ],
            env={**os.environ, **settings},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        server = Served(port, process, folder)
        try:
            assert server.until(lambda: not server.refuses() and server.health() < LONGEST, 60)
            server.seconds_to_start = time.monotonic() - began
            with server.open:
                yield server
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
