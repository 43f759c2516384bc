"""What went wrong, as a page, a fragment or JSON with the right status, said in one
sentence."""

from __future__ import annotations

import json
import logging
import secrets
from dataclasses import asdict
from dataclasses import fields as dataclass_fields

from flask import Flask, Response, has_request_context, jsonify, request, url_for
from werkzeug.exceptions import HTTPException

import crosswire
from crosswire.containers import MOST_FILES as MOST_IN_FOLDER
from crosswire.containers import NotText
from crosswire.errors import (
    CannotExport,
    CrosswireError,
    NotAConversation,
    UnknownFormat,
    UnreadableUpload,
)
from webapp.database.engine import (
    ROW_GONE,
    IntegrityError,
    StorageFull,
    StorageReadOnly,
)
from webapp.database.objects import ObjectsUnreachable
from webapp.database.tables import JobRow
from webapp.hypermedia import LINES, render_page, wants_json, wants_lines
from webapp.problems import (
    TROUBLES,
    Problem,
    no_memory,
    reader_stopped,
    trouble_in,
    worker_stopped,
)
from webapp.request_scope import LEFT, LeftToReader, ReaderStopped
from webapp.responses import AnyText
from webapp.services import services
from webapp.settings import MOST_FILES
from webapp.slots import Busy
from webapp.store.permalinks import Gone
from webapp.store.room import QuotaReached
from webapp.telemetry.events import log_event
from webapp.telemetry.logs import places, request_id
from webapp.wording.sizes import size

NOT_FOUND = Problem(
    404,
    "Nothing here",
    "There is no page at this address.",
    "A permalink that was deleted looks the same as one that never was.",
)

_TITLES = {
    400: "Request not understood",
    401: "Not logged in",
    403: "Not allowed",
    405: "Not possible here",
    413: "Too large",
    415: "Not a text file",
    422: "Not readable as a conversation",
}


def handle_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(CrosswireError, lambda error: answer(problem_of(error)))
    for gone in (Gone, *ROW_GONE):
        app.register_error_handler(gone, lambda _: answer(NOT_FOUND))
    app.register_error_handler(IntegrityError, lambda _: answer(_changed_meanwhile()))
    app.register_error_handler(StorageFull, _storage_full)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(LeftToReader, _left_to_reader)
    app.register_error_handler(ReaderStopped, lambda error: answer(reader_stopped(error)))
    app.register_error_handler(MemoryError, lambda _: answer(no_memory()))
    app.register_error_handler(
        ObjectsUnreachable, lambda error: answer(_objects_unreachable(error))
    )
    app.register_error_handler(Exception, lambda error: answer(_failure(error)))


def problem_of(error: CrosswireError) -> Problem:
    """What to say of an upload that could not be read."""
    status = 415 if isinstance(error, NotText) else 422
    if error.program:
        return _of_known_file(error, status)
    if isinstance(error, UnreadableUpload):
        return Problem(
            status, _TITLES[status], str(error), _hint(error), error.offset, error.line
        )
    message, hint = str(error), ""
    if isinstance(error, CannotExport):
        return Problem(422, "Not possible in this shape", message, back=_conversation_url())
    if isinstance(error, UnknownFormat | NotAConversation):
        logs = f"the logs of {len(crosswire.LOGS)} programs"
        hint = f"Known formats: {', '.join(_known_formats())}, and {logs}."
        if (
            not _is_for_programs()
        ):  # the message ends with the names, which people know as titles
            message = message.rpartition(" Known ")[0] or message
    return Problem(status, _TITLES[status], message, hint)


def _of_known_file(error: CrosswireError, status: int) -> Problem:
    """What to say of a file that is known by what is in it: the message says what to take."""
    return Problem(
        status,
        _TITLES[status],
        str(error),
        program=error.program,
        take_instead=error.take_instead,
    )


def _hint(error: UnreadableUpload) -> str:
    """What would help, where the message does not say so."""
    if "Unpack it" in str(error):
        return ""
    return (
        "Upload one JSON document, JSON Lines, an event stream (SSE) or a Python literal, "
        "in UTF-8."
    )


def problem_of_any(error: Exception) -> Problem:
    """The same for whatever went wrong while an upload was kept."""
    if isinstance(error, CrosswireError):
        return problem_of(error)
    if isinstance(error, ObjectsUnreachable):
        return _objects_unreachable(error)
    if isinstance(error, MemoryError):
        return no_memory()
    return _storage_is_full(error) if isinstance(error, StorageFull) else _failure(error)


def problem_in_worker(error: Exception, memory_mb: int | None) -> dict[str, object]:
    """The same for an upload that a worker read, as it is stored."""
    if isinstance(error, MemoryError):
        most = (
            "there is"
            if memory_mb is None
            else (f"{memory_mb:,} MB, the most that a worker takes here")
        )
        problem = Problem(413, _TITLES[413], f"Reading it needs more memory than {most}.")
    else:
        problem = problem_of_any(error)
    return {name: value for name, value in asdict(problem).items() if value not in (None, "")}


def too_slow_for_a_worker(seconds: float) -> dict[str, object]:
    """The same for an upload that a worker read for too long, as it is stored."""
    told = asdict(worker_stopped(seconds))
    return {name: value for name, value in told.items() if value not in (None, "")}


def problem_of_job(job: JobRow) -> Problem | None:
    """Why an upload that was kept first could not be read."""
    if job.state != "failed":
        return None
    fields = {field.name for field in dataclass_fields(Problem)}
    return Problem(
        **{name: value for name, value in (job.problem or {}).items() if name in fields}
    )


def _conversation_url() -> str:
    """That of the conversation in the address: no browser says where it comes from
    (`Referrer-Policy`)."""
    if not has_request_context():
        return ""
    slug = (request.view_args or {}).get("slug")
    return url_for("conversations.show", slug=slug) if slug else ""


def _is_for_programs() -> bool:
    return has_request_context() and wants_json()


def _known_formats() -> list[str]:
    """What programs call those of providers, or people."""
    if _is_for_programs():
        return list(crosswire.FORMATS)
    return [wire.TITLE for wire in crosswire.FORMATS.values()]


def answer(problem: Problem) -> Response:
    """The problem as JSON for programs, as a line where lines are told, as a page or as a
    fragment for browsers."""
    try:
        as_asked = _as_json if wants_json() else _as_line if wants_lines() else _as_page
        response = as_asked(problem)
    except Exception:  # noqa: BLE001 - a page that cannot be made is no reason to say nothing
        response = AnyText(f"{problem.words}\n", problem.status, mimetype="text/plain")
    if problem.retry_after is not None:
        response.headers["Retry-After"] = str(problem.retry_after)
    return response


def _as_page(problem: Problem) -> Response:
    return render_page(
        "errors/error.html",
        fragment="problem",
        status=problem.status,
        title=problem.title,
        message=problem.message,
        hint=problem.hint,
        back=problem.back,
        program=problem.program,
    )


def _as_line(problem: Problem) -> Response:
    refused = {"status": problem.status, "message": problem.words}
    line = json.dumps({"refused": refused}) + "\n"
    return AnyText(line, problem.status, mimetype=LINES)


def _as_json(problem: Problem) -> Response:
    response = jsonify(error=problem.record())
    response.status_code = problem.status
    return response


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if status == 404:
        return answer(NOT_FOUND)
    if status == 413:
        return answer(too_large())
    if status < 400:  # a redirect to the right form of an address
        return AnyText(error.get_body(), status, error.get_headers())
    response = answer(
        Problem(status, _TITLES.get(status, error.name), error.description or "")
    )
    headers = dict(error.get_headers())
    for name in ("Allow", "WWW-Authenticate"):
        if name in headers:
            response.headers[name] = headers[name]
    return response


def too_large(*, one_of_several: bool = False) -> Problem:
    """What to say of a body, or of one log in it, that is beyond what is taken."""
    limit = services().settings.max_upload_bytes
    if (
        not one_of_several
        and request.content_length is not None
        and request.content_length <= limit
    ):
        return Problem(
            413,
            _TITLES[413],
            f"At most {MOST_FILES} files are taken at once, or {MOST_IN_FOLDER:,} of one "
            "folder; send fewer.",
        )
    most = f"{limit // (1024 * 1024)} MB" if limit >= 1024 * 1024 else f"{limit} bytes"
    return Problem(
        413,
        _TITLES[413],
        f"The upload is larger than {most}, the most that is taken here.",
        "The command line reads files of any size: crosswire check FILE.",
    )


def _storage_full(error: StorageFull) -> Response:
    return answer(_storage_is_full(error))


def _storage_is_full(error: StorageFull) -> Problem:
    if isinstance(error, QuotaReached):
        return _quota_is_reached(error)
    log_event(
        "no room",
        logging.ERROR,
        request=request_id(),
        read_only=isinstance(error, StorageReadOnly),
    )
    if isinstance(error, StorageReadOnly):
        message = (
            "Nothing can be kept or changed: the storage of this server is only to be read."
        )
        return Problem(507, "No room left", message)
    return Problem(
        507, "No room left", ("Nothing more can be kept: the storage of this server is full.")
    )


def _quota_is_reached(error: QuotaReached) -> Problem:
    log_event(
        "no room", logging.WARNING, request=request_id(), quota="own" if error.own else "all"
    )
    most = size(error.most)
    if error.own:
        message = f"This is more than you may keep here: {most} of uploads."
        return Problem(
            507,
            "No room left",
            message,
            ("Delete what you no longer need, and send it again."),
        )
    message = f"This is more than is kept here: {most} of uploads."
    return Problem(507, "No room left", message, "Whoever runs this server can make room.")


def _changed_meanwhile() -> Problem:
    """What was to be written does not fit what somebody else wrote or deleted since it was
    looked at."""
    log_event("lost a race", logging.WARNING, request=request_id(), endpoint=request.endpoint)
    message = "Somebody changed or deleted this at the same moment. Load the page again."
    return Problem(409, "Not possible now", message)


def _busy(_: Busy) -> Response:
    log_event("busy", logging.WARNING, request=request_id(), endpoint=request.endpoint)
    message = "Other large logs are being worked on. Try again in some seconds."
    return answer(Problem(503, "Busy", message, retry_after=5))


def _objects_unreachable(error: ObjectsUnreachable) -> Problem:
    log_event("object store", logging.ERROR, request=request_id(), error=str(error))
    message = "The store with the bytes of uploads does not answer. Try again later."
    return Problem(503, "Not possible now", message)


def _left_to_reader(_: LeftToReader) -> Response:
    request.environ[LEFT] = True
    return AnyText()


def _failure(error: Exception) -> Problem:
    """Say nothing of the content, here or in the log: only an id that ties both together."""
    trouble = trouble_in(error)
    if trouble:
        log_event("database", logging.ERROR, request=request_id(), why=trouble)
        return TROUBLES[trouble]
    number = secrets.token_hex(4)
    log_event(
        "failed",
        logging.ERROR,
        number=number,
        request=request_id(),
        error=type(error).__name__,
        endpoint=request.endpoint if has_request_context() else None,
        places=places(error.__traceback__),
    )
    return Problem(
        500,
        "Crosswire failed",
        f"Something went wrong that should not. The server's log names it as {number}.",
    )
