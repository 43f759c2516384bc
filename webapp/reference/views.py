"""Where the catalogues are listed: rules, formats, wire types and the codes of losses."""

from __future__ import annotations

from flask import Blueprint, Response

from webapp.hypermedia import render_page

bp = Blueprint("reference", __name__, url_prefix="/reference")


@bp.get("")
def index() -> Response:
    return render_page("reference/index.html", fragment="main")


@bp.get("/keys")
def keys() -> Response:
    """The keys of a conversation's page, and how its lines and ids are drawn."""
    return render_page("reference/keys.html", fragment="sheet")
