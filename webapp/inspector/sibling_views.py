"""The conversations of one upload, listed in pages: an upload may hold very many."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Redirection

from webapp.access import conversation_of
from webapp.conversation_page.threads import in_tree, ways_back
from webapp.hypermedia import render_page
from webapp.request_scope import session
from webapp.store import permalinks

bp = Blueprint("siblings", __name__)

PAGE = 100


@bp.get("/c/<slug>/conversations")
def index(slug: str) -> Response:
    """The page that has the conversation of the number `?at=`, counted from 1."""
    row = conversation_of(slug)
    total = permalinks.sibling_count(session(), row)
    at = request.args.get("at", row.number + 1, type=int)
    first = (min(max(at, 1), total) - 1) // PAGE * PAGE
    rows = permalinks.siblings_from(session(), row, first, PAGE)
    return render_page(
        "inspector/siblings.html",
        fragment="main",
        row=row,
        rows=in_tree(rows),
        ways_back=ways_back(rows, titled=False),
        first=first + 1,
        page_size=PAGE,
        total=total,
    )


@bp.get("/c/<slug>/conversations/<int:number>")
def one(slug: str, number: int) -> Redirection:
    """The page of the conversation of this number, counted from 1."""
    row = conversation_of(slug)
    if not 0 < number <= permalinks.sibling_count(session(), row):
        abort(404)
    found = permalinks.numbered(session(), row, [number - 1])
    return redirect(url_for("conversations.show", slug=found[0].slug))
