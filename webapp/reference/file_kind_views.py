"""What programs call their logs, and where these lie."""

from __future__ import annotations

from flask import Blueprint, Response, request

from webapp.hypermedia import render_page
from webapp.reference import file_kinds

bp = Blueprint("reads", __name__, url_prefix="/reads")


@bp.get("")
def index() -> Response:
    return render_page(
        "reference/reads/index.html",
        fragment="kinds",
        listing=file_kinds.listing(request.args.get("q", ""), request.args.get("state", "")),
        states=file_kinds.STATES,
    )
