"""Search in one conversation: the list of hits beside its rows, a page of its own, and the
same as JSON."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, redirect, request, url_for

from webapp.access import conversation_of
from webapp.conversation_page.opening import inspector
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.query import Asked
from webapp.hypermedia import render_page, wants_block
from webapp.inspector.search import HITS, Search
from webapp.request_checks import check
from webapp.settings import LARGEST_NUMBER

bp = Blueprint("search", __name__)


@bp.get("/c/<slug>/search")
def show(slug: str) -> Response:
    """The hits of `?q=`: in one scope (`?in=`), in any case or in this one (`?case=exact`).

    A provider's error that the conversation does not have is explained instead.
    """
    page = inspector(slug)
    search = Search(page, _offset())
    if not wants_block() and search.words and not search.found.total and search.error_url:
        return make_response(redirect(search.error_url))
    return render_page("inspector/search/show.html", fragment="hits", page=page, search=search)


@bp.get("/api/conversations/<slug>/search")
def answer(slug: str) -> Response:
    """The same as JSON, so many hits at a time: `next` is where the others are."""
    row = conversation_of(slug)
    check(request.args.get("q", "").strip(), 400, "q is what to search for.")
    search = Search(Inspector(row, Asked.of(request.args)), _offset())
    found = search.record()
    more = search.last < found["total"]
    query = search.asked.query() | {"offset": search.last}
    following = url_for("search.answer", slug=slug, **query) if more else None
    return jsonify(**found, limit=HITS, next=following)


def _offset() -> int:
    asked = request.args.get("offset", 0, type=int)
    return min(max(asked, 0), LARGEST_NUMBER)
