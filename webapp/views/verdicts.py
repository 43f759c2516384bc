"""What every target makes of a conversation: the strip of the inspector, which is a page of its own too."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from webapp import store
from webapp.hypermedia import render_page, wants_block
from webapp.views.conversations import inspector

bp = Blueprint("verdicts", __name__)


@bp.get("/c/<slug>/verdicts")
def show(slug: str) -> Response:
    """The strip; what was not asked before is asked now, or soon where others are asked for large logs."""
    page = inspector(slug)
    try:
        return render_page("conversations/verdicts_page.html", fragment="verdicts", page=page)
    except store.Busy:
        if not wants_block():
            raise
        return make_response(render_template("conversations/verdicts_waiting.html", page=page, again=True))
