"""Keeps an upload while its sender is told how far that is: an answer of JSON lines.

    {"stage": "read", "done": 0, "of": 0}
    {"stage": "pair", "done": 1, "of": 3}
    {"stage": "check", "done": 1, "of": 3}
    {"stage": "arrange", "done": 1, "of": 3}
    {"stage": "store", "done": 3, "of": 3}
    {"kept": {"slug": ..., "url": ...}}

The last line is `kept`, or `refused` with the status and the reason. Whoever stops listening
before the end has kept nothing.

A large upload is kept first and read by a worker. Then `{"accepted": {"slug": ..., "url":
...}}` comes before the stages, and from there on it is kept, whoever listens: `kept` may come
while the worker still reads, and `refused` has a field `kept` with the place of the bytes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator

from flask import Response, request, stream_with_context

from webapp.database.tables import ConversationRow, JobRow
from webapp.errors import problem_of_any, problem_of_job
from webapp.hypermedia import LINES
from webapp.problems import Problem
from webapp.request_scope import session
from webapp.responses import AnyText
from webapp.services import services
from webapp.store import deleting, jobs, opening, uploads
from webapp.uploads import accept as accepting
from webapp.uploads.sent import Upload

PAUSE = 0.1
"""Seconds between two lines, of stages that were told before."""
LOOK = 0.2
"""Seconds between two looks at what a worker does."""
LONGEST = 60.0
"""Seconds that a worker is followed; the page of the upload follows it from there on."""

Refused = Callable[[Upload, Exception], Problem]
"""What is told of an upload that cannot be kept, and why."""
DescribeKept = Callable[[Upload, ConversationRow | JobRow], dict[str, str]]
"""What is told of an upload that was kept."""


def staged(sent: Upload, owner: str, told: DescribeKept, refused: Refused) -> Response:
    """Keep an upload and tell each stage when it begins."""
    at_once = accepting.is_read_at_once(sent)
    lines = _lines(sent, owner, told, refused) if at_once else _followed(sent, owner, told)
    response = AnyText(stream_with_context(lines), mimetype=LINES)
    response.headers["X-Accel-Buffering"] = "no"  # a proxy is to pass on each line at once
    return response


def as_line(**content: object) -> str:
    """A line; a problem is told by its status and its words."""
    plain = {
        name: {"status": value.status, "message": value.words}
        if isinstance(value, Problem)
        else value
        for name, value in content.items()
    }
    return json.dumps(plain) + "\n"


def _lines(sent: Upload, owner: str, told: DescribeKept, refused: Refused) -> Iterator[str]:
    try:
        kept = yield from _stages(sent, owner)
        if kept is None:
            return
        if _is_gone():
            if kept.revision == 1:
                deleting.delete(session(), kept.first)
            return
        last = as_line(kept=told(sent, kept.first))
    except Exception as error:  # noqa: BLE001 - the answer has begun: its last line says what went wrong
        last = as_line(refused=refused(sent, error))
    yield last


def _stages(sent: Upload, owner: str) -> Generator[str, None, uploads.KeptUpload | None]:
    """The stages as lines; in the end what was kept, or None where nobody listens any more."""
    steps = uploads.keep_in_stages(
        session(),
        sent.data,
        limits=services().settings.limits,
        name=sent.name,
        format=sent.format,
        owner=owner,
        notes=sent.notes,
        earlier=accepting.earlier_of(sent, owner),
    )
    progress = _ProgressLines()
    while True:
        try:
            stage = next(steps)
        except StopIteration as end:
            kept: uploads.KeptUpload = end.value
            return kept
        if _is_gone():
            steps.close()
            return None
        yield from progress(stage.name, stage.done, stage.of)


def _followed(sent: Upload, owner: str, told: DescribeKept) -> Iterator[str]:
    """Keep the upload, then tell what the worker does."""
    try:
        earlier = accepting.earlier_of(sent, owner)
        job = accepting.accept(sent, owner, earlier=earlier).job
        yield as_line(accepted=told(sent, job))
        slots = services().slots
        if slots.take(wait=0):
            try:
                yield from _stages_of_worker(job.slug)
            finally:
                slots.give_back()
        last = _end(sent, job.slug, told)
    except Exception as error:  # noqa: BLE001 - the answer has begun: its last line says what went wrong
        last = as_line(refused=problem_of_any(error))
    yield last


def _stages_of_worker(slug: str) -> Iterator[str]:
    progress, end = _ProgressLines(), time.monotonic() + LONGEST
    while (job := jobs.find_job(session(), slug)) is not None and job.state != "failed":
        if _is_gone() or time.monotonic() > end:
            return
        if job.state == "working" and job.stage:
            yield from progress(job.stage, job.done, job.of)
        session().commit()  # what others wrote since is seen with the next look
        time.sleep(LOOK)


def _end(sent: Upload, slug: str, told: DescribeKept) -> str:
    """What became of the upload, or that it is still being read."""
    job = jobs.find_job(session(), slug)
    row = opening.find(session(), slug) if job is None else None
    there = job or row
    if there is None:
        return as_line(
            refused=Problem(404, "Nothing here", ("It was deleted while it was being read."))
        )
    kept = told(sent, there)
    problem = problem_of_job(job) if job is not None else None
    if problem is None:
        return as_line(kept=kept)
    return as_line(refused={"status": problem.status, "message": problem.words, "kept": kept})


class _ProgressLines:
    """Tells of a stage that begins, and now and then of one that goes on."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        self._when = 0.0

    def __call__(self, stage: str, done: int, of: int) -> Iterator[str]:
        if stage not in self._told or time.monotonic() - self._when > PAUSE:
            self._told.add(stage)
            self._when = time.monotonic()
            yield as_line(stage=stage, done=done, of=of)


def _is_gone() -> bool:
    """Whether the server knows that its client has hung up."""
    gone = request.environ.get("waitress.client_disconnected")
    return bool(gone and gone())
