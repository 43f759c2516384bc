"""The upload's document by lines, some at a time, whatever its size."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request, url_for

from webapp.access import OfNoFormat
from webapp.conversation_page.opening import inspector
from webapp.document.hits import Hits
from webapp.document.page import DocumentPage
from webapp.document.unknown import UnknownDocument
from webapp.errors import answer
from webapp.hypermedia import render_page, wants_json
from webapp.problems import Problem
from webapp.settings import LARGEST_NUMBER

bp = Blueprint("document", __name__)

_PAGES = frozenset(
    {"conversations.show", "calls.table", "check.show", "explanations.show", "search.show"}
)
"""The pages of a conversation: of documents that no format knows, this page stands in their
place."""


@bp.get("/c/<slug>/json")
def show(slug: str) -> Response:
    """The lines around `?line=`; `?at=` leads to the line of an address, `?find=` lists the
    lines that hold a text, `?from=` shows a very long line from one of its bytes on, and
    `?record=` lays out a line of JSON Lines."""
    page = inspector(slug)
    document = DocumentPage(page, *map(_number, ("line", "from", "record")))
    at = request.args.get("at")
    if at:
        url = document.url_of(at)
        if url:
            return make_response(redirect(url, 303))
        document.lost = at
    find = request.args.get("find", "")
    hits = Hits(document, find, _number("after") or 0) if find.strip() else None
    return render_page(
        "document/show.html",
        fragment="document",
        page=page,
        document=document,
        hits=hits,
        unknown=UnknownDocument(document) if page.bars.is_document else None,
    )


@bp.app_errorhandler(OfNoFormat)
def of_no_format(needs: OfNoFormat) -> Response:
    """A page leads to the document; all else says why it cannot be done."""
    there = url_for("document.show", slug=needs.row.slug)
    if request.endpoint in _PAGES and not wants_json():
        return make_response(redirect(there, 303))
    why = "No format that Crosswire knows reads this upload; only its document can be shown."
    return answer(Problem(409, "Not read", why, back=there))


def _number(name: str) -> int | None:
    asked = request.args.get(name, type=int)
    return None if asked is None else min(max(asked, 0), LARGEST_NUMBER)
