"""The answer card on its own, and the fixed JSON that it hands over."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.access import conversation_of
from webapp.conversation_page.fixed_files import ending, fixed_file
from webapp.conversation_page.opening import inspector
from webapp.conversation_page.query import Asked
from webapp.downloads.files import download, stem
from webapp.hypermedia import render_page
from webapp.readmodel import answer
from webapp.request_scope import whole_log

bp = Blueprint("answers", __name__, url_prefix="/c/<slug>")


@bp.get("/answer")
def show(slug: str) -> Response:
    """What is wrong; `?cause=` chooses which cause, `?missing=` what becomes of halves of
    pairs that nobody logged. Of a long log it comes in a while (202)."""
    page = inspector(slug)
    status = 202 if page.answer_card is None else 200
    return render_page("answers/show.html", fragment="answer", status=status, page=page)


@bp.get("/fixed.json")
def fixed(slug: str) -> Response:
    """The upload with this conversation fixed as the card says; what does not change stays to
    the byte."""
    row = conversation_of(slug)
    log, data = whole_log(row)
    repaired = answer.fixed(log, row.number, Asked.of(request.args).missing)
    mended = fixed_file(row, log, data, repaired)
    name = f"{stem(row)}.fixed.{ending(row, mended)}"
    return download(mended.data, name, "application/json")
