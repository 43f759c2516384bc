"""The catalogue of formats: what can be read and what can be written."""

from __future__ import annotations

from flask import Blueprint, Response

import crosswire
from webapp.hypermedia import render_page

bp = Blueprint("formats", __name__, url_prefix="/formats")


@bp.get("")
def index() -> Response:
    return render_page(
        "formats/index.html",
        fragment="main",
        formats=list(crosswire.FORMATS.values()),
        logs=list(crosswire.LOGS.values()),
    )
