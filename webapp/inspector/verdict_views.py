"""What every target makes of a conversation: the strip of the inspector, which is a page of its own too."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from webapp.hypermedia import render_page, wants_block
from webapp.inspector.views import inspector
from webapp.store import long_work

bp = Blueprint("verdicts", __name__)


@bp.get("/c/<slug>/verdicts")
def show(slug: str) -> Response:
    """The strip; what was not asked before is asked now, or soon where others are asked for large logs."""
    page = inspector(slug)
    try:
        return render_page("inspector/verdicts_page.html", fragment="verdicts", page=page)
    except long_work.Busy:
        if not wants_block():
            raise
        return make_response(render_template("inspector/verdicts_waiting.html", page=page, again=True))
