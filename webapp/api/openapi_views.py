"""What the API does: for programs as OpenAPI, for people as a page."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from webapp.api.operation_list import api_list
from webapp.hypermedia import render_page

bp = Blueprint("openapi", __name__, url_prefix="/api")


@bp.get("")
def index() -> Response:
    """The operations, each with what it takes and answers."""
    return render_page("api/index.html", fragment="main", operations=api_list(_document()))


@bp.get("/openapi.json")
def answer() -> Response:
    """This description of the API, as OpenAPI 3.1."""
    return jsonify(_document())


def _document() -> dict[str, Any]:
    from webapp.api.openapi.document import document  # slow to import, and seldom asked for

    return document(current_app)
