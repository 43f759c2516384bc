"""What every target makes of a conversation: the strip of the inspector, which is a page of
its own too."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template

from webapp.conversation_page.opening import inspector
from webapp.hypermedia import render_page, wants_block

bp = Blueprint("verdicts", __name__)


@bp.get("/c/<slug>/verdicts")
def show(slug: str) -> Response:
    """The strip; of a long log without verdicts yet, that they are being made (202)."""
    page = inspector(slug)
    status = 202 if page.verdicts is None else 200
    return render_page(
        "inspector/verdicts_page.html", fragment="verdicts", status=status, page=page
    )


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
