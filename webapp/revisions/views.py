"""The revisions of an upload that grew."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.conversation_page.opening import inspector
from webapp.hypermedia import render_page
from webapp.revisions.page import RevisionsPage

bp = Blueprint("revisions", __name__)


@bp.get("/c/<slug>/revisions")
def show(slug: str) -> Response:
    """What it was before it grew: to be compared, downloaded, and read on from."""
    page = inspector(slug)
    return render_page(
        "revisions/show.html",
        fragment="main",
        page=page,
        revisions=RevisionsPage(page).revisions,
    )
