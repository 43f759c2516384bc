"""The log: one line a request and one an event, as JSON or for people, on standard error.

A line holds what the server did and nothing of what it was sent: no content, path, slug,
query, name, id or secret. So lines of other packages are cut down to where they come from.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from webapp.telemetry.events import Fact, log_event

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Flask

OWN = ("crosswire", "webapp")
"""Loggers whose words are ours."""
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
REQUEST_ID = "crosswire.request_id"
ENDPOINT = "crosswire.endpoint"
"""In the environment of a request."""
MOST_PLACES = 8
"""Frames of a traceback that are named."""


def configure(kind: str | None) -> None:
    """Write the log of this process to standard error, and no more than these lines."""
    as_json = kind == "json" or (kind is None and not sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if as_json else AsText())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in OWN:
        logging.getLogger(name).setLevel(logging.INFO)
    logging.raiseExceptions = (
        False  # what cannot be written is not to be printed in another way
    )
    sys.excepthook = _uncaught
    threading.excepthook = lambda end: _uncaught(
        end.exc_type, end.exc_value, end.exc_traceback
    )


def _uncaught(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    log_event("uncaught", logging.ERROR, error=kind.__name__, places=places(trace))


def places(trace: TracebackType | None) -> str:
    """Where an error came up, the innermost place first, without its words."""
    frames = traceback.extract_tb(trace)[-MOST_PLACES:]
    return " < ".join(f"{_short(frame.filename)}:{frame.lineno}" for frame in reversed(frames))


def _short(file: str) -> str:
    """The last parts of a path; the others tell of the machine."""
    return "/".join(Path(file).parts[-3:])


def facts_of(record: logging.LogRecord) -> dict[str, Fact]:
    """What a line says, after its time and its level."""
    if record.name.partition(".")[0] not in OWN:
        return _of_others(record)
    event: str | None = getattr(record, "event", None)
    if event is None:
        return {"event": "said", "words": record.getMessage(), **_error_of(record)}
    facts: dict[str, Fact] = getattr(record, "facts", {})
    return {"event": event, **facts, **_error_of(record)}


def _of_others(record: logging.LogRecord) -> dict[str, Fact]:
    """The words of another package may hold anything, so a line only says where they are in
    its code."""
    place = f"{record.module}.{record.funcName}:{record.lineno}"
    return {"event": "library", "logger": record.name, "place": place, **_error_of(record)}


def _error_of(record: logging.LogRecord) -> dict[str, Fact]:
    if not record.exc_info or record.exc_info[0] is None:
        return {}
    return {"error": record.exc_info[0].__name__, "places": places(record.exc_info[2])}


class AsJson(logging.Formatter):
    """An object a line; control characters and all that is no ASCII are escaped."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        time = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return json.dumps(
            {"time": time, "level": record.levelname.lower(), **facts_of(record)}, default=str
        )


class AsText(logging.Formatter):
    """The same for people, shorter."""

    def format(self, record: logging.LogRecord) -> str:
        facts = facts_of(record)
        time = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        level = "" if record.levelno == logging.INFO else f" {record.levelname.lower()}"
        said = [str(facts.pop("event"))]
        said += [
            f"{name}={_text(value)}" for name, value in facts.items() if value is not None
        ]
        return f"{time}{level} {' '.join(said)}"


def _text(value: Fact) -> str:
    text = json.dumps(value, default=str)
    return (
        text[1:-1] if isinstance(value, str) and value.isascii() and " " not in value else text
    )


def log_requests(app: Flask) -> None:
    """Write a line when an answer has been sent, and give each answer its number."""
    app.before_request(_note_endpoint)
    app.wsgi_app = Requests(app.wsgi_app)  # type: ignore[method-assign]


def _note_endpoint() -> None:
    from flask import request

    request.environ[ENDPOINT] = request.endpoint


def request_id() -> str:
    """The number of the request that is being answered; empty outside of one."""
    from flask import has_request_context, request

    return str(request.environ.get(REQUEST_ID, "")) if has_request_context() else ""


class Requests:
    """Around the app: measures each request, and writes its line."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        line = _Line(environ)

        def start(
            status: str, headers: list[tuple[str, str]], error: OptExcInfo | None = None
        ) -> Callable[[bytes], object]:
            line.status = int(status[:3])
            return start_response(status, [*headers, ("X-Request-Id", line.id)], error)

        try:
            return _Counted(self.app(environ, start), line)
        except BaseException:
            line.write()
            raise


class _Line:
    def __init__(self, environ: WSGIEnvironment) -> None:
        self.id = environ[REQUEST_ID] = secrets.token_hex(8)
        self.status = 500
        self.out = 0
        self._environ = environ
        self._began = time.perf_counter()
        self._written = False

    def write(self) -> None:
        if self._written:
            return
        self._written = True
        method = self._environ.get("REQUEST_METHOD")
        length = self._environ.get("CONTENT_LENGTH") or ""
        of_a_page = self._environ.get(ENDPOINT) == "static" and self.status < 400
        log_event(
            "request",
            logging.DEBUG if of_a_page else logging.INFO,  # a page has dozens of files
            request=self.id,
            method=method if method in METHODS else "other",
            endpoint=self._environ.get(ENDPOINT),
            status=self.status,
            ms=round(1000 * (time.perf_counter() - self._began), 1),
            **{
                "in": int(length) if length.isdecimal() and length.isascii() else 0,
                "out": self.out,
            },
        )


class _Counted:
    """An answer; its line is written when it ends, however it does."""

    def __init__(self, answer: Iterable[bytes], line: _Line) -> None:
        self._answer = answer
        self._line = line

    def __iter__(self) -> Iterator[bytes]:
        for some in self._answer:
            self._line.out += len(some)
            yield some
        self._line.write()

    def close(self) -> None:
        try:
            close: Any = getattr(self._answer, "close", None)
            if close is not None:
                close()
        finally:
            self._line.write()
