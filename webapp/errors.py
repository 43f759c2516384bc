"""What went wrong, as a page, a fragment or JSON with the right status, said in one sentence."""

from __future__ import annotations

import secrets
import traceback
from dataclasses import dataclass

from flask import Flask, Response, current_app, jsonify, request, url_for
from werkzeug.exceptions import HTTPException

import crosswire
from crosswire.containers.foreign_bytes import NotText
from crosswire.containers.json_document import CutOff
from crosswire.errors import (
    BrokenStream,
    CannotExport,
    CrosswireError,
    NotAConversation,
    UnknownFormat,
    UnreadableUpload,
)
from webapp.database import StorageFull
from webapp.hypermedia import render_page, wants_json
from webapp.store import Gone
from webapp.uploads import MOST_FILES


@dataclass(frozen=True, slots=True)
class Problem:
    """An error, ready to be shown."""

    status: int
    title: str
    message: str
    hint: str = ""
    offset: int | None = None
    """Byte of the upload where reading stopped, where there is one."""
    line: int | None = None
    back: str = ""
    """Address of the conversation that was asked for in another way."""

    @property
    def words(self) -> str:
        """The message, and what would help."""
        return f"{self.message} {self.hint}".strip()


NOT_FOUND = Problem(
    404,
    "Nothing here",
    "There is no page at this address.",
    "A permalink that was deleted looks the same as one that never was.",
)

_TITLES = {
    400: "Request not understood",
    403: "Not allowed",
    405: "Not possible here",
    413: "Too large",
    415: "Not a text file",
    422: "Not readable as a conversation",
}


def handle_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(CrosswireError, lambda error: answer(problem_of(error)))
    app.register_error_handler(Gone, lambda _: answer(NOT_FOUND))
    app.register_error_handler(StorageFull, _storage_full)
    app.register_error_handler(Exception, _unexpected)


def problem_of(error: CrosswireError) -> Problem:
    """What to say of an upload that could not be read."""
    status = 415 if isinstance(error, NotText) else 422
    if isinstance(error, UnreadableUpload):
        return Problem(status, _TITLES[status], str(error), _hint(error), error.offset, error.line)
    message, hint = str(error), ""
    if isinstance(error, CannotExport):
        return Problem(422, "Not possible in this shape", message, back=_conversation_url())
    if isinstance(error, UnknownFormat | NotAConversation):
        hint = f"Known formats: {', '.join(_known_formats())}."
        if not wants_json():  # the message ends with the names, which people know as titles
            message = message.rpartition(" Known ")[0] or message
    return Problem(status, _TITLES[status], message, hint)


def _hint(error: UnreadableUpload) -> str:
    """What would help, where the message does not say so."""
    if isinstance(error, CutOff):
        return "Save or copy all of it, and send it again."
    if isinstance(error, BrokenStream) or "Unpack it" in str(error):
        return ""
    return "Upload one JSON document, JSON Lines, an event stream (SSE) or a Python literal, in UTF-8."


def problem_of_any(error: Exception) -> Problem:
    """The same for whatever went wrong while an upload was kept."""
    if isinstance(error, CrosswireError):
        return problem_of(error)
    return _storage_is_full() if isinstance(error, StorageFull) else _failure(error)


def _conversation_url() -> str:
    """That of the conversation in the address: no browser says where it comes from (`Referrer-Policy`)."""
    slug = (request.view_args or {}).get("slug")
    return url_for("conversations.show", slug=slug) if slug else ""


def _known_formats() -> list[str]:
    """What programs call them, or people."""
    if wants_json():
        return [*crosswire.FORMATS, *crosswire.LOGS]
    wires = [wire.TITLE for wire in crosswire.FORMATS.values()]
    return wires + [log.TITLE for log in crosswire.LOGS.values()]


def answer(problem: Problem) -> Response:
    """The problem as JSON for programs, as a page or as a fragment for browsers."""
    if wants_json():
        return _as_json(problem)
    return render_page(
        "errors/error.html",
        fragment="problem",
        status=problem.status,
        title=problem.title,
        message=problem.message,
        hint=problem.hint,
        back=problem.back,
    )


def _as_json(problem: Problem) -> Response:
    error: dict[str, object] = {"status": problem.status, "message": problem.message}
    for name in ("hint", "offset", "line"):
        value = getattr(problem, name)
        if value not in (None, ""):
            error[name] = value
    response = jsonify(error=error)
    response.status_code = problem.status
    return response


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if status == 404:
        return answer(NOT_FOUND)
    if status == 413:
        return answer(too_large())
    if status < 400:  # a redirect to the right form of an address
        return Response(error.get_body(), status, error.get_headers())
    response = answer(Problem(status, _TITLES.get(status, error.name), error.description or ""))
    if status == 405 and "Allow" in (headers := dict(error.get_headers())):
        response.headers["Allow"] = headers["Allow"]
    return response


def too_large(*, one_of_several: bool = False) -> Problem:
    """What to say of a body, or of one log in it, that is beyond what is taken."""
    limit = current_app.config["MAX_UPLOAD_BYTES"]
    if not one_of_several and request.content_length is not None and request.content_length <= limit:
        return Problem(413, _TITLES[413], f"At most {MOST_FILES} files are taken at once; send fewer.")
    size = f"{limit // (1024 * 1024)} MB" if limit >= 1024 * 1024 else f"{limit} bytes"
    return Problem(
        413,
        _TITLES[413],
        f"The upload is larger than {size}, the most that is taken here.",
        "The command line reads files of any size: crosswire check FILE.",
    )


def _storage_full(_: StorageFull) -> Response:
    return answer(_storage_is_full())


def _storage_is_full() -> Problem:
    current_app.logger.error("The database has no room left.")
    return Problem(507, "No room left", "Nothing more can be kept: the storage of this server is full.")


def _unexpected(error: Exception) -> Response:
    return answer(_failure(error))


def _failure(error: Exception) -> Problem:
    """Say nothing of the content, here or in the log: only an id that ties both together."""
    number = secrets.token_hex(4)
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames))
    current_app.logger.error(
        "%s %s in %s %s: %s",
        number,
        type(error).__name__,
        request.method,
        request.endpoint,
        places,
    )
    return Problem(
        500,
        "Crosswire failed",
        f"Something went wrong that should not. The server's log names it as {number}.",
    )
