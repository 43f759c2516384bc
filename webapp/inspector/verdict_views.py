"""What the log's own provider makes of a conversation, in one mark."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template

from webapp.conversation_page.opening import inspector
from webapp.hypermedia import wants_block

bp = Blueprint("verdicts", __name__)


@bp.get("/c/<slug>/verdicts")
def show(slug: str) -> Response:
    """The Check page, which tells it now."""
    return make_response(redirect(inspector(slug).link("check.show"), 301))


@bp.get("/c/<slug>/verdicts/mark")
def mark(slug: str) -> Response:
    """What its own provider makes of it, as the tab of the check shows it; 202 while it is
    asked."""
    page = inspector(slug)
    if not wants_block():
        return make_response(redirect(page.link("conversations.show")))
    state = page.bars.ask()
    answer = render_template(
        "conversation_page/check_mark.html", page=page, state=state, again=True
    )
    return make_response(answer, 202 if state is None else 200)
