"""An upload that is kept and not read yet: what each of its addresses answers meanwhile.

Its page tells how far the reading is, and why it failed; its bytes are there, and it can be
deleted. All that needs the conversations in it is refused for now.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import (
    Blueprint,
    Response,
    current_app,
    jsonify,
    make_response,
    redirect,
    request,
    url_for,
)

import crosswire
from webapp.access import conversation_of, job_of, may_manage
from webapp.database.tables import JobRow
from webapp.downloads.files import send_original
from webapp.errors import answer, problem_of_job
from webapp.home.waiting import Waiting
from webapp.hypermedia import render_page, wants_block
from webapp.problems import Problem
from webapp.readmodel.first_rows import (
    LONGEST_LINE,
    MOST_BYTES,
    FirstRow,
    first_lines,
    first_rows,
)
from webapp.request_checks import check
from webapp.request_scope import ReaderStopped, leave_to_reader, session
from webapp.services import services
from webapp.slots import Busy
from webapp.store import deleting, jobs
from webapp.store.blobs import slice_of_upload
from webapp.store.jobs import Waits
from webapp.uploads.job_records import as_record, permalink

bp = Blueprint("waiting", __name__)

PAGES = {"conversations.show", "explanations.show", "waiting.show"}
"""Addresses that a browser opens before the upload is read; the page loads again when it
is."""


@bp.get("/c/<slug>/waiting")
def show(slug: str) -> Response:
    """How far the reading of an upload is; once it is read, its page."""
    job = job_of(slug)
    if job is not None:
        return _page(job)
    conversation_of(slug)
    there = make_response(redirect(url_for("conversations.show", slug=slug), 303))
    if request.headers.get("HX-Request"):
        there = make_response("", 200)
        there.headers["HX-Refresh"] = "true"
    return there


@bp.app_errorhandler(Waits)
def while_it_waits(waits: Waits) -> Response:
    """What an address of the upload answers meanwhile."""
    endpoint = request.endpoint or ""
    if (
        waits.job.upload.reading_version
    ):  # older code read it, and this request asked for it again
        services().queue.wake()
    answer_of = _page if endpoint in PAGES else _ANSWERS.get(endpoint, _not_yet)
    try:
        return answer_of(waits.job)
    except Exception as error:  # noqa: BLE001 - Flask hands no error of a handler on
        return current_app.make_response(current_app.handle_user_exception(error))


def waiting(job: JobRow) -> Waiting:
    """An upload that is not read, for its page."""
    problem = problem_of_job(job)
    return Waiting(
        slug=(request.view_args or {}).get("slug", job.slug),
        name=job.upload.name or "",
        size=job.upload.size,
        state=job.state,
        stage=job.stage,
        done=job.done,
        of=job.of,
        before=jobs.jobs_before(session(), job),
        refused=problem.words if problem else "",
        again=bool(job.upload.reading_version),
    )


def _page(job: JobRow) -> Response:
    return render_page(
        "home/waiting.html",
        fragment="waiting",
        one=waiting(job),
        first=[] if wants_block() else _first_rows(job),
        manages=may_manage(job),
        chosen=job.upload.asked_format or "",
        formats=[
            *((name, format.TITLE) for name, format in crosswire.FORMATS.items()),
            *((name, log.TITLE) for name, log in crosswire.LOGS.items()),
        ],
    )


def _first_rows(job: JobRow) -> list[FirstRow]:
    """How an upload of lines begins, before anybody has read it."""
    upload = job.upload
    if upload.asked_mapping is not None:
        return []
    lines = first_lines(
        slice_of_upload(session(), job, 0, min(MOST_BYTES, upload.size))
    ) or first_lines(slice_of_upload(session(), job, 0, min(LONGEST_LINE, upload.size)))
    try:
        leave_to_reader(len(lines), lines.count(b","))
    except (Busy, ReaderStopped):  # the page stands without them
        return []
    return first_rows(lines, upload.name, upload.asked_format)


def _state(job: JobRow) -> Response:
    """202 while it waits; why it failed, with the status that it would have had at once."""
    problem = problem_of_job(job)
    response = jsonify(**permalink(job.slug), **as_record(job))
    response.status_code = 202 if problem is None else problem.status
    if problem is None:
        response.headers["Retry-After"] = "1"
    return response


def _original(job: JobRow) -> Response:
    check(
        may_manage(job) or not jobs.may_hold_keys(session(), job),
        403,
        "Only who manages this upload can have the file as long as it is not read: something "
        "in it looks like the headers of a request, and keys may stand there.",
    )
    name = job.upload.name or f"upload-{job.slug[:8]}.txt"
    return send_original(job, name, with_keys=True)


def _delete(job: JobRow) -> Response:
    check(may_manage(job), 403, "Only who manages this upload can delete it.")
    deleting.delete_uploads(session(), [job.upload_id])
    return make_response(redirect(url_for("home.index"), 303))


def _delete_by_program(job: JobRow) -> Response:
    check(
        may_manage(job),
        403,
        "Only who manages this upload, or sends its manage secret, can delete it.",
    )
    deleting.delete_uploads(session(), [job.upload_id])
    return jsonify(deleted=[job.slug], deleted_total=1)


def _read_again(job: JobRow) -> Response:
    """Read it as another format, where it could not be read; it keeps its link."""
    check(may_manage(job), 403, "Only who manages this upload can have it read again.")
    jobs.retry(session(), job, request.form.get("format") or None)
    services().queue.wake()
    return make_response(redirect(url_for("conversations.show", slug=job.slug), 303))


def _not_yet(job: JobRow) -> Response:
    there = url_for("conversations.show", slug=job.slug)
    if job.state == "failed":
        message = "This upload could not be read; its page says why, and its bytes are there."
    else:
        message = "This upload is kept and not read yet; its page says how far that is."
    return answer(Problem(409, "Not read yet", message, back=there))


_ANSWERS: dict[str, Callable[[JobRow], Response]] = {
    "api.show": _state,
    "api.delete": _delete_by_program,
    "conversations.delete": _delete,
    "conversations.reread": _read_again,
    "exports.original": _original,
}
