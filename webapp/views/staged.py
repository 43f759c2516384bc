"""Keeps an upload while its sender is told how far that is: an answer of JSON lines.

    {"stage": "read", "done": 0, "of": 0}
    {"stage": "pair", "done": 1, "of": 3}
    {"stage": "check", "done": 1, "of": 3}
    {"stage": "arrange", "done": 1, "of": 3}
    {"stage": "store", "done": 3, "of": 3}
    {"kept": {"slug": ..., "url": ...}}

The last line is `kept`, or `refused` with the status and the reason. Whoever stops listening before
the end has kept nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator

from flask import Response, request, stream_with_context

from webapp import store
from webapp.database import session
from webapp.errors import Problem, problem_of_any
from webapp.tables import ConversationRow
from webapp.uploads import Upload

LINES = "application/x-ndjson"
PAUSE = 0.1
"""Seconds between two lines, of stages that were told before."""

Told = Callable[[Upload, ConversationRow], dict[str, str]]
"""What is told of an upload that was kept."""


def wants_stages() -> bool:
    return LINES in request.headers.get("Accept", "")


def staged(sent: Upload, owner: str, told: Told) -> Response:
    """Keep an upload and tell each stage when it begins."""
    response = Response(stream_with_context(_lines(sent, owner, told)), mimetype=LINES)
    response.headers["X-Accel-Buffering"] = "no"  # a proxy is to pass on each line at once
    return response


def as_line(**content: object) -> str:
    """A line; a problem is told by its status and its words."""
    plain = {
        name: {"status": value.status, "message": value.words} if isinstance(value, Problem) else value
        for name, value in content.items()
    }
    return json.dumps(plain) + "\n"


def _lines(sent: Upload, owner: str, told: Told) -> Iterator[str]:
    try:
        kept = yield from _stages(sent, owner)
        if kept is None:
            return
        if _is_gone():
            store.delete(session(), kept.first)
            return
        last = as_line(kept=told(sent, kept.first))
    except Exception as error:  # noqa: BLE001 - the answer has begun: its last line says what went wrong
        last = as_line(refused=problem_of_any(error))
    yield last


def _stages(sent: Upload, owner: str) -> Generator[str, None, store.KeptUpload | None]:
    """The stages as lines; in the end what was kept, or None where nobody listens any more."""
    steps = store.keep_in_stages(
        session(), sent.data, name=sent.name, format=sent.format, owner=owner, notes=sent.notes
    )
    told: set[str] = set()
    when = 0.0
    while True:
        try:
            stage = next(steps)
        except StopIteration as end:
            kept: store.KeptUpload = end.value
            return kept
        if _is_gone():
            steps.close()
            return None
        if stage.name not in told or time.monotonic() - when > PAUSE:
            told.add(stage.name)
            when = time.monotonic()
            yield as_line(stage=stage.name, done=stage.done, of=stage.of)


def _is_gone() -> bool:
    """Whether the server knows that its client has hung up."""
    gone = request.environ.get("waitress.client_disconnected")
    return bool(gone and gone())
