"""What every target makes of a conversation: the strip of the inspector, which is a page of its own too."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.hypermedia import render_page
from webapp.views.conversations import inspector

bp = Blueprint("verdicts", __name__)


@bp.get("/c/<slug>/verdicts")
def show(slug: str) -> Response:
    """The strip; what was not asked before is asked now."""
    return render_page("conversations/verdicts_page.html", fragment="verdicts", page=inspector(slug))
