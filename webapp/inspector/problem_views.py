"""Problems as the way through a log: some of a rule's, and all that is known of one."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from crosswire.rules import RULES
from webapp.conversation_page.opening import inspector
from webapp.conversation_page.page import Inspector
from webapp.hypermedia import render_page
from webapp.inspector.problem import Problem
from webapp.inspector.problems import SLICE, Problems
from webapp.responses import AnyText
from webapp.store.permalinks import Gone

bp = Blueprint("problems", __name__, url_prefix="/c/<slug>")


@bp.get("/findings/<int:number>")
def listed(slug: str, number: int) -> Response:
    """Some problems of a rule (`?of=`), or the list from its beginning."""
    page, code = inspector(slug), request.args.get("of", "")
    if code not in RULES:
        return _groups(page, number)
    most, way = (
        request.args.get(word, usual, type=int)
        for word, usual in (("most", SLICE), ("way", 0))
    )
    problems = Problems(page)
    part = problems.slice(code, number, max(most, 1), way)
    return _answer(page, "findings", problems, part=part)


@bp.get("/findings/rules/<int:first>")
def groups(slug: str, first: int) -> Response:
    """Further rules that find something."""
    return _groups(inspector(slug), first)


def _groups(page: Inspector, first: int) -> Response:
    problems = Problems(page)
    found = problems.groups(first)
    if first and not found:
        raise Gone
    more = problems.more_groups_url(first)
    return _answer(page, "groups", problems, groups=found, more=more, first=first)


def _answer(page: Inspector, list: str, problems: Problems, **context: Any) -> Response:
    template = "inspector/list_page.html"
    return render_page(
        template, fragment="list", page=page, list=list, problems=problems, **context
    )


@bp.get("/problem")
def show(slug: str) -> Response:
    """All that is known of the problem of a rule (`?of=`) at a place (`?at=`)."""
    page, problem = inspector(slug), _problem(slug)
    return render_page("inspector/problem.html", fragment="about", page=page, problem=problem)


@bp.get("/problem.txt")
def extract(slug: str) -> Response:
    """The problem with what stands around it, as text for an issue: lengths in place of
    texts."""
    return AnyText(_problem(slug).extract, mimetype="text/plain")


def _problem(slug: str) -> Problem:
    return Problem(inspector(slug), request.args.get("at", ""), request.args.get("of", ""))
