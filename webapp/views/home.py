"""The front page: drop, choose or paste a log; it is kept and the browser goes to its permalink."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, make_response, redirect, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

import crosswire
from crosswire.errors import CrosswireError
from webapp import examples, store
from webapp.database import session
from webapp.errors import Problem, problem_of, too_large
from webapp.hypermedia import render_page
from webapp.manage import browser_key, remember_browser
from webapp.uploads import from_form

bp = Blueprint("home", __name__)

LONGEST_TEXT_BACK = 1_000_000
"""Characters of a pasted text that are shown again beside what is wrong with it."""

LONGEST_ERROR = 2_000
"""Characters of an error that comes with a log: it stands in the address that the browser goes to."""


@bp.get("/")
def index() -> Response:
    return _page()


@bp.post("/")
def upload() -> Response:
    """Keep what was sent and go to its permalink."""
    sent = from_form()
    key = browser_key() or store.new_secret()
    kept = store.keep(
        session(), sent.data, name=sent.name, format=sent.format, browser_key=key, notes=sent.notes
    )
    error = request.form.get("error", "").strip()[:LONGEST_ERROR]
    slug = kept.first.slug
    there = (
        url_for("explanations.show", slug=slug, error=error, _anchor="at")
        if error
        else url_for("conversations.show", slug=slug)
    )
    response = make_response(redirect(there, 303))
    remember_browser(response, key)
    return response


@bp.errorhandler(CrosswireError)
def _unreadable(error: CrosswireError) -> Response:
    return _page(
        problem_of(error),
        text=request.form.get("text", "")[:LONGEST_TEXT_BACK],
        chosen=request.form.get("format", ""),
        asked_error=request.form.get("error", "")[:LONGEST_ERROR],
    )


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> Response:
    return _page(too_large())


def _page(
    problem: Problem | None = None, *, text: str = "", chosen: str = "", asked_error: str = ""
) -> Response:
    return render_page(
        "home/index.html",
        fragment="upload",
        status=problem.status if problem else 200,
        problem=problem,
        error=f"{problem.message} {problem.hint}".strip() if problem else None,
        text=text,
        chosen=chosen,
        asked_error=asked_error,
        longest_error=LONGEST_ERROR,
        formats=[
            *((name, format.TITLE) for name, format in crosswire.FORMATS.items()),
            *((name, log.TITLE) for name, log in crosswire.LOGS.items()),
        ],
        examples=[
            {
                "title": example.title,
                "story": example.story,
                "url": url_for("conversations.show", slug=slug),
            }
            for example, slug in examples.kept(session())
        ],
        max_upload_bytes=current_app.config["MAX_UPLOAD_BYTES"],
    )
