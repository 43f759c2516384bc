"""The calls of a conversation as a table, and as a timeline."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request

from webapp.calls.page import CallPage
from webapp.conversation_page.opening import inspector
from webapp.hypermedia import render_page
from webapp.store.call_choice import CallChoice

bp = Blueprint("calls", __name__, url_prefix="/c/<slug>")


@bp.get("/calls")
def table(slug: str) -> Response:
    """All calls in a table; `?sort=`, the facets (`?tool=` ...), `?id=` and `?checksum=`
    choose."""
    return _shown(slug, "table")


@bp.get("/timeline")
def timeline(slug: str) -> Response:
    """Who ran when; chosen as in the table, and `?by=` the axis: `time` or `position`."""
    return _shown(slug, "timeline")


def _shown(slug: str, view: str) -> Response:
    page = inspector(slug)
    calls = CallPage(page, CallChoice.of(request.args), f"calls.{view}")
    if "" in request.args.values():
        # A form sends its empty fields along; a link that somebody shares need not have them.
        return make_response(redirect(calls.url(page=calls.choice.page), 303))
    return render_page(
        f"calls/{view}.html",
        fragment="view",
        page=page,
        tab=calls.endpoint,
        calls=calls,
        choice=calls.choice,
    )
