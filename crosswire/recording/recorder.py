"""`crosswire.record`: hooks into a client, writes exchanges down, and never gets in the way.

An event hook of the HTTP client sees each answer before its body is read. It puts a copying
stream in place of the body's; when the program has read and closed that, the exchange is
written. A fault of the recorder itself is a warning.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from crosswire.recording.clients import goes_around, http_clients, is_async
from crosswire.recording.copied import copied
from crosswire.recording.exchange import Exchange, is_refusal

EXCHANGES = "exchanges.jsonl"
_AIOHTTP = (
    "Requests of client.aio go by aiohttp and are not recorded; with "
    "http_options={'httpx_async_client': httpx.AsyncClient()} they would be."
)


class NotRecorded(UserWarning):
    """Something could not be recorded; the program goes on as without the recorder."""


class Recording:
    """What `record` gives: to be stopped, or used in a `with` block."""

    def __init__(self, folder: Path, *, every: bool) -> None:
        self.folder = folder
        self.every = every
        self.files: list[Path] = []
        """The files of refused requests, in their order."""
        self._numbers = count(1)
        self._hooked: list[tuple[list[Any], Any]] = []

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Record nothing more."""
        for hooks, hook in self._hooked:
            if hook in hooks:
                hooks.remove(hook)
        self._hooked = []

    def watch(self, http_client: Any) -> None:
        """Record what this HTTP client gets."""
        hook = self._async_hook if is_async(http_client) else self._hook
        hooks = http_client.event_hooks.setdefault("response", [])
        hooks.append(hook)
        self._hooked.append((hooks, hook))

    async def _async_hook(self, response: Any) -> None:
        self._hook(response)

    def _hook(self, response: Any) -> None:
        with _as_warnings():
            if not (self.every or is_refusal(response.status_code)):
                return
            began = _now()
            if response.is_closed:  # it came whole, as from a cache
                self._write(_exchange(response, began, response.content))
            else:
                ended = partial(self._ended, response, began)
                response.stream = copied(response.stream, ended)

    def _ended(self, response: Any, began: str, received: bytes, is_whole: bool) -> None:
        with _as_warnings():
            body = _unpacked(response, received)
            self._write(_exchange(response, began, body, is_whole=is_whole))

    def _write(self, exchange: Exchange) -> None:
        line = exchange.line()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.every:
            _append(self.folder / EXCHANGES, line)
        if exchange.is_refused:
            self._refused(line, exchange.status)

    def _refused(self, line: bytes, status: int) -> None:
        from crosswire.recording.refusal_lines import refusal_lines

        path = self._new_file(status)
        path.write_bytes(line)
        self.files.append(path)
        text = "\n".join(refusal_lines(line, status, str(path)))
        sys.stderr.write(text.encode("utf-8", "backslashreplace").decode() + "\n")

    def _new_file(self, status: int) -> Path:
        """A file that nobody has, for its owner alone."""
        time = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        while True:
            path = self.folder / f"{time}-{status}-{next(self._numbers)}.json"
            try:
                path.touch(mode=0o600, exist_ok=False)
            except FileExistsError:
                continue
            return path


def record(client: object, folder: str | Path, *, every: bool = False) -> Recording:
    """Write down what a provider refuses of what an SDK's client sends.

    `client` is that of OpenAI, Anthropic, Google, Mistral or any other SDK that sends by
    httpx, or such an HTTP client itself; asynchronous ones too. A request that is answered
    with a status of 4xx becomes a file in `folder` with its answer, and three lines on
    standard error say why, where, and what mends it. With `every`, each exchange becomes a
    line of `exchanges.jsonl` too. Keys in headers and addresses are left out.

    It changes no request and no answer. What it cannot do is a warning (`NotRecorded`).
    """
    recording = Recording(Path(folder), every=every)
    with _as_warnings():
        clients = http_clients(client)
        for one in clients:
            recording.watch(one)
        if not clients:
            _warn(f"{type(client).__name__} has no HTTP client that can be recorded.")
        if goes_around(client):
            _warn(_AIOHTTP)
    return recording


def _exchange(
    response: Any, began: str, received: bytes, *, is_whole: bool = True
) -> Exchange:
    request = response.request
    return Exchange(
        request.method,
        str(request.url),
        int(response.status_code),
        _sent(request),
        dict(request.headers.items()),
        received,
        dict(response.headers.items()),
        began,
        is_whole,
    )


def _sent(request: Any) -> bytes | None:
    """The body, where the program did not hand it over piece by piece."""
    return bytes(request.content) if hasattr(request, "_content") else None


def _unpacked(response: Any, received: bytes) -> bytes:
    """What was received, without its compression, by the HTTP client's own means."""
    packing = response.headers.get("content-encoding")
    if not packing or not received:
        return received
    headers = {"content-encoding": packing}
    return bytes(type(response)(200, headers=headers, content=received).content)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _append(path: Path, line: bytes) -> None:
    path.touch(mode=0o600, exist_ok=True)
    with path.open("ab") as file:
        file.write(line)


def _warn(message: str) -> None:
    """A warning; where warnings are errors, a line, as the program must go on."""
    try:
        warnings.warn(NotRecorded(message), stacklevel=3)
    except NotRecorded:
        sys.stderr.write(f"crosswire: {message}\n")


@contextmanager
def _as_warnings() -> Iterator[None]:
    """A fault within becomes a warning."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - the program must go on whatever fails here
        _warn(f"Not recorded: {error!r}")
