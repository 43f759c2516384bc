"""The Check page of a conversation."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.check.page import CheckPage
from webapp.conversation_page.opening import inspector
from webapp.hypermedia import render_page

bp = Blueprint("check", __name__)


@bp.get("/c/<slug>/check")
def show(slug: str) -> Response:
    """What each provider says; `?target=` tells all that one of them would. Of a long log
    those that were asked by now, while others are being asked (202)."""
    page = inspector(slug)
    check = CheckPage(page)
    return render_page(
        "check/show.html",
        fragment="check",
        status=202 if check.is_waiting else 200,
        page=page,
        check=check,
    )
