"""The calls of a conversation: a table with their bars on one axis."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request

from webapp.calls.page import CallPage
from webapp.conversation_page.opening import inspector
from webapp.hypermedia import render_page, wants_block
from webapp.store.call_choice import CallChoice

bp = Blueprint("calls", __name__, url_prefix="/c/<slug>")


@bp.get("/calls")
def table(slug: str) -> Response:
    """All calls; `?sort=`, `?find=`, the facets (`?tool=` ...) and `?checksum=` choose, `?by=`
    is the axis (`time` or `position`), `?turns=1` shows the answers of the model."""
    page = inspector(slug)
    calls = CallPage(page, CallChoice.of(request.args))
    if "" in request.args.values() and not wants_block():
        # A form sends its empty fields along; a link that somebody shares need not have them.
        return make_response(redirect(calls.url(page=calls.choice.page), 303))
    response = render_page(
        "calls/table.html",
        fragment="lines",
        page=page,
        tab="calls.table",
        calls=calls,
        choice=calls.choice,
    )
    response.headers["HX-Replace-Url"] = calls.url(page=calls.choice.page)
    return response


@bp.get("/timeline")
def timeline(slug: str) -> Response:
    """Where the bars stood before they came to the table."""
    choice = CallChoice.of(request.args)
    calls = CallPage(inspector(slug), choice)
    return make_response(redirect(calls.url(page=choice.page), 301))
