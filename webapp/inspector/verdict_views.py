"""What every target makes of a conversation: the strip of the inspector, which is a page of
its own too."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.conversation_page.opening import inspector
from webapp.hypermedia import render_page

bp = Blueprint("verdicts", __name__)


@bp.get("/c/<slug>/verdicts")
def show(slug: str) -> Response:
    """The strip; of a long log without verdicts yet, that they are being made (202)."""
    page = inspector(slug)
    status = 202 if page.verdicts is None else 200
    return render_page(
        "inspector/verdicts_page.html", fragment="verdicts", status=status, page=page
    )
