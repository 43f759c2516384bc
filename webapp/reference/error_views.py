"""The error texts of providers, a page each: who says it, what it means, what to do."""

from __future__ import annotations

from flask import Blueprint, Response, request

from crosswire.explanations import error_texts
from webapp.hypermedia import render_page
from webapp.reference import error_list
from webapp.request_checks import found_or_404

bp = Blueprint("errors", __name__, url_prefix="/errors")


@bp.get("")
def index() -> Response:
    return render_page(
        "reference/errors/index.html",
        fragment="texts",
        listing=error_list.listing(request.args.get("q", ""), request.args.get("about", "")),
        subjects=error_list.SUBJECTS,
    )


@bp.get("/<slug>")
def show(slug: str) -> Response:
    """One text, at its lasting address."""
    one = found_or_404(error_texts().get(slug))
    return render_page(
        "reference/errors/show.html", fragment="main", shown=error_list.shown(one)
    )
