"""Two conversations beside each other, part by part; nothing of the comparison is kept."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.exceptions import RequestEntityTooLarge

from crosswire.errors import CrosswireError
from webapp import access
from webapp.comparison.page import Comparing
from webapp.conversation_page.opening import inspector
from webapp.errors import problem_of, too_large
from webapp.hypermedia import render_page
from webapp.problems import Problem
from webapp.request_checks import found_or_404
from webapp.request_scope import session
from webapp.services import services
from webapp.store import uploads
from webapp.uploads.sent import from_form

bp = Blueprint("comparisons", __name__)

UNKNOWN = Problem(
    404,
    "Nothing to compare with",
    "There is no conversation at this link.",
    "A permalink that was deleted looks the same as one that never was.",
)


@bp.get("/c/<slug>/compare")
def show(slug: str) -> Response:
    """`?with=` is `repaired`, a permalink or its name; without it, the page asks for one.

    `?only=` (which may be given again) chooses kinds of differences; `?rows=12-49` opens a run
    of parts that are the same.
    """
    asked = request.args
    wanted = asked.get("with", "").strip()
    comparing = _comparing(slug, wanted)
    if not comparing.is_chosen:
        return _page(comparing, UNKNOWN if wanted else None, link=wanted)
    if "rows" in asked:
        rows, rest = comparing.opened(asked["rows"])
        return render_page(
            "comparison/rows.html",
            fragment="rows",
            page=comparing.page,
            tab="comparisons.show",
            comparing=comparing,
            rows=rows,
            rest=rest,
        )
    response = _page(comparing)
    response.headers["HX-Push-Url"] = comparing.url()
    return response


@bp.post("/c/<slug>/compare")
def upload(slug: str) -> Response:
    """Keep a second log as any upload is kept, and go to its comparison with this one."""
    comparing = _comparing(slug, "")
    sent = from_form()
    kept = uploads.keep(
        session(),
        sent.data,
        limits=services().settings.limits,
        name=sent.name,
        format=sent.format,
        owner=access.owner_to_be(),
        notes=sent.notes,
        or_document=False,
    )
    return make_response(redirect(comparing.with_url(kept.first.slug), 303))


@bp.errorhandler(CrosswireError)
def _unreadable(error: CrosswireError) -> Response:
    return _again(problem_of(error))


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> Response:
    return _again(too_large())


def _again(problem: Problem) -> Response:
    slug = found_or_404((request.view_args or {}).get("slug"))
    return _page(_comparing(slug, ""), problem)


def _comparing(slug: str, wanted: str) -> Comparing:
    asked = request.args
    return Comparing.of(
        inspector(slug), wanted, asked.getlist("only"), asked.get("page", 1, type=int) or 1
    )


def _page(comparing: Comparing, problem: Problem | None = None, *, link: str = "") -> Response:
    return render_page(
        "comparison/show.html",
        fragment="comparison",
        status=problem.status if problem else 200,
        page=comparing.page,
        tab="comparisons.show",
        comparing=comparing,
        problem=problem,
        link=link[:300],
    )
