"""The address that the verdicts of a conversation had."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect

from webapp.conversation_page.opening import inspector

bp = Blueprint("verdicts", __name__)


@bp.get("/c/<slug>/verdicts")
def show(slug: str) -> Response:
    """The Check page, which tells it now."""
    return make_response(redirect(inspector(slug).link("check.show"), 301))
