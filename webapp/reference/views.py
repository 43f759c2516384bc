"""Where the catalogues are listed: rules, formats, wire types and the codes of losses."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.hypermedia import render_page

bp = Blueprint("reference", __name__, url_prefix="/reference")


@bp.get("")
def index() -> Response:
    return render_page("reference/index.html", fragment="main")
