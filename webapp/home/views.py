"""The front page: drop, choose or paste logs; each is kept, and the browser goes to its
permalink.

Several at once end on a list of what became of each. An error alone, without a log, is
explained.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

import crosswire
from crosswire.containers import (
    ENDINGS_OF_LOGS,
    ENDINGS_OF_MEDIA,
    FOLDERS_OF_TOOLS,
    bytes_of,
    is_wrapped,
    size_of,
)
from crosswire.containers import MOST_FILES as MOST_IN_FOLDER
from crosswire.errors import CrosswireError
from crosswire.explanations import explain_alone
from webapp import access, examples
from webapp.database.engine import StorageFull
from webapp.database.tables import ConversationRow, JobRow
from webapp.errors import answer, problem_of, problem_of_any, problem_of_job, too_large
from webapp.home.pasted import (
    LONGEST_ERROR,
    TEXT_ALONE,
    error_beside,
    error_of,
    is_text_alone,
    what_is_taken,
)
from webapp.home.staged import as_line, staged
from webapp.home.uploaded import Uploaded
from webapp.hypermedia import LINES, render_page, wants_lines
from webapp.problems import Problem
from webapp.request_scope import SMALL, leave_to_reader, session
from webapp.responses import AnyText
from webapp.services import services
from webapp.settings import MOST_FILES
from webapp.store import jobs
from webapp.uploads.accept import earlier_of, take_in
from webapp.uploads.sent import UnusableForm, Upload, all_from_form, from_form, is_too_large
from webapp.wording.explanations import Explained, explained_alone

bp = Blueprint("home", __name__)

LONGEST_TEXT_BACK = 1_000_000
"""Characters of a pasted text that are shown again beside what is wrong with it."""

LONGEST_IN_ADDRESS = 2_000
"""Characters of an error that an address holds; a longer one is sent in a form and has
none."""


@bp.get("/")
def index() -> Response:
    return _page()


@bp.post("/")
def upload() -> Response:
    """Keep what was sent and go to its permalink; several logs are listed, an error alone is
    explained."""
    if wants_lines():
        sent = from_form()
        alone = error_of(sent)
        if alone:
            return _told(alone)
        return staged(sent, access.owner_to_be(), _kept_answer, _problem_of)
    logs, error = all_from_form(), _error()
    if not logs:
        return _without_log(error)
    alone = error_of(logs[0]) if len(logs) == 1 else ""
    if alone:
        return _without_log(alone)
    owner = access.owner_to_be()
    if any(is_wrapped(log.data) for log in logs):
        leave_to_reader(SMALL + 1)  # before any of them is kept
    if len(logs) == 1:
        row = _keep(logs[0], owner)
        error = error or error_beside(logs[0], row)
        there = _place(row, error)
        return _go(there) if there else _listed([_uploaded(logs[0].path, row)], error)
    return _listed([_became(sent, owner) for sent in logs], error)


@bp.post("/taken")
def taken() -> Response:
    """What would be taken of a pasted text, of which nothing is kept."""
    sent = all_from_form()[:1]
    told = what_is_taken(sent[0]) if sent and not is_too_large(sent[0]) else []
    return render_page("home/taken.html", fragment="taken", taken=told)


@bp.get("/explain")
def explain() -> Response:
    """What a provider's error message means, without a log to find its place in."""
    error = request.args.get("error", "").strip()
    return _explained(error) if error else _page()


@bp.get("/uploaded")
def uploaded() -> Response:
    """The conversations `?c=` that still are there, in the order that they were sent."""
    slugs = list(dict.fromkeys(request.args.getlist("c")))[:MOST_FILES]
    found = (access.find(slug) or access.job_of(slug) for slug in slugs)
    rows = [row for row in found if row is not None]
    return _listed([_uploaded("", row) for row in rows], "")


@bp.errorhandler(CrosswireError)
def _unreadable(error: CrosswireError) -> Response:
    text = request.form.get("text", "")
    return _refused(
        _of_text(text, problem_of(error)),
        text=text[:LONGEST_TEXT_BACK],
        chosen=request.form.get("format", ""),
        asked_error=_error(),
    )


def _problem_of(sent: Upload, error: Exception) -> Problem:
    """What is wrong with what was sent."""
    problem = problem_of_any(error)
    is_file = sent.name is not None
    if is_file or not isinstance(error, CrosswireError) or size_of(sent.data) > LONGEST_ERROR:
        return problem
    return _of_text(bytes_of(sent.data).decode("utf-8", "replace"), problem)


def _of_text(text: str, problem: Problem) -> Problem:
    """Of words alone nobody needs to know where JSON is missing."""
    return replace(problem, message=TEXT_ALONE, hint="") if is_text_alone(text) else problem


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> Response:
    return _refused(too_large())


def _error() -> str:
    return request.form.get("error", "").strip()


def _go(there: str) -> Response:
    return make_response(redirect(there, 303))


def _place(row: ConversationRow | JobRow, error: str) -> str:
    """Where a browser goes once a log is kept; empty where an error goes with it that no
    address holds."""
    if not error:
        return url_for("conversations.show", slug=row.slug)
    if len(error) > LONGEST_IN_ADDRESS:
        return ""
    return url_for("explanations.show", slug=row.slug, error=error)


def _without_log(error: str) -> Response:
    """An error alone: explained under an address of its own, where one holds it."""
    if not error:
        raise UnusableForm("Choose a file, or paste a log or an error.")
    if len(error) > LONGEST_IN_ADDRESS:
        return _explained(error)
    return _go(url_for("home.explain", error=error))


def _told(error: str) -> Response:
    """The answer to a script that sent an error alone: where it is explained."""
    there = url_for("home.explain", error=error) if len(error) <= LONGEST_IN_ADDRESS else ""
    kept = {"slug": "", "url": there, "explain": url_for("home.upload"), "error": error}
    return AnyText(as_line(kept=kept), mimetype=LINES)


def _keep(sent: Upload, owner: str) -> ConversationRow | JobRow:
    if is_too_large(sent):
        raise RequestEntityTooLarge
    kept = take_in(sent, owner, earlier=earlier_of(sent, owner))
    return kept.job if isinstance(kept, jobs.Accepted) else kept.first


def _became(sent: Upload, owner: str) -> Uploaded:
    """Keep one of several logs; what is wrong with it keeps none of the others from being
    kept."""
    try:
        return _uploaded(sent.path, _keep(sent, owner))
    except RequestEntityTooLarge:
        return Uploaded(sent.path, refused=too_large(one_of_several=True).words)
    except (CrosswireError, StorageFull) as error:
        return Uploaded(sent.path, refused=problem_of_any(error).words)


def _uploaded(path: str, row: ConversationRow | JobRow) -> Uploaded:
    upload = row.upload
    if isinstance(row, JobRow):
        return Uploaded(path or upload.name or "", row.slug, unread=_unread(row))
    return Uploaded(
        path=path or upload.name or "",
        slug=row.slug,
        format_title=upload.format_title,
        shape=row.shape,
        conversations=upload.conversation_count,
        summary=row.summary,
    )


def _unread(job: JobRow) -> str:
    problem = problem_of_job(job)
    return (
        (f"Kept, but it could not be read. {problem.words}")
        if problem
        else "Kept; it is being read."
    )


def _kept_answer(sent: Upload, row: ConversationRow | JobRow) -> dict[str, str]:
    """What a script is told of a log that was kept: where to go, and the entry of the list."""
    error = _error() or error_beside(sent, row)
    entry = render_page(
        "home/uploaded_one.html",
        fragment="entry",
        one=_uploaded(sent.path, row),
        error=error,
    )
    return {
        "slug": row.slug,
        "url": _place(row, error),
        "explain": url_for("explanations.show", slug=row.slug),
        "error": error,
        "entry": entry.get_data(as_text=True),
    }


def _listed(entries: list[Uploaded], error: str) -> Response:
    kept = [entry for entry in entries if entry.slug]
    refused = len(entries) - len(kept)
    return render_page(
        "home/uploaded.html",
        fragment="main",
        status=422 if refused and not kept else 200,
        entries=entries,
        kept=len(kept),
        refused=refused,
        error=error,
        address=url_for("home.uploaded", c=[one.slug for one in kept]),
    )


def _refused(
    problem: Problem, *, text: str = "", chosen: str = "", asked_error: str = ""
) -> Response:
    if wants_lines():
        return answer(problem)
    return _page(problem, text=text, chosen=chosen, asked_error=asked_error)


def _explained(error: str) -> Response:
    return _page(asked_error=error, explained=explained_alone(error, explain_alone(error)))


def _page(
    problem: Problem | None = None,
    *,
    text: str = "",
    chosen: str = "",
    asked_error: str = "",
    explained: Explained | None = None,
) -> Response:
    return render_page(
        "home/index.html",
        fragment="upload",
        status=problem.status if problem else 200,
        problem=problem,
        error=problem.words if problem else None,
        text=text,
        chosen=chosen,
        asked_error=asked_error,
        explained=explained,
        formats=[
            *((name, format.TITLE) for name, format in crosswire.FORMATS.items()),
            *((name, log.TITLE) for name, log in crosswire.LOGS.items()),
        ],
        examples=[
            (
                example,
                url_for("conversations.show", slug=slug, **example.opened_at),
            )
            for example, slug in examples.kept(session())
        ],
        max_upload_bytes=services().settings.max_upload_bytes,
        most_files=MOST_FILES,
        folder_rules={
            "tools": FOLDERS_OF_TOOLS,
            "media": ENDINGS_OF_MEDIA,
            "logs": ENDINGS_OF_LOGS,
            "most": MOST_IN_FOLDER,
        },
    )
