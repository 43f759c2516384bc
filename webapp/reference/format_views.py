"""The catalogue of formats: what can be read and written, and what each can hold."""

from __future__ import annotations

from flask import Blueprint, Response

import crosswire
from crosswire import capabilities
from crosswire.exports import SHAPES
from crosswire.tools import MEANINGS, TODAY
from crosswire.wire_types import WIRE_TYPES
from webapp.hypermedia import render_page
from webapp.reference import format_pages
from webapp.request_checks import found_or_404

bp = Blueprint("formats", __name__, url_prefix="/formats")


@bp.get("")
def index() -> Response:
    return render_page(
        "reference/formats/index.html",
        fragment="main",
        formats=list(crosswire.FORMATS.values()),
        logs=list(crosswire.LOGS.values()),
        pages=format_pages,
        groups=capabilities.by_group(),
        holding=capabilities.holding,
        searches=TODAY,
        meanings=MEANINGS,
    )


@bp.get("/<name>")
def show(name: str) -> Response:
    """One format: what it can hold, and what is lost on the way to and from each other."""
    format = found_or_404(crosswire.FORMATS.get(name))
    return render_page(
        "reference/formats/show.html",
        fragment="main",
        format=format,
        pages=format_pages,
        groups=capabilities.by_group(),
        holding=capabilities.holding,
        id_limits=capabilities.id_limits(name),
        name_limits=capabilities.name_limits(name),
        example=format_pages.text_of(capabilities.rendered(name).payload),
        wire_types=[row for row in WIRE_TYPES if row.format == name],
        shapes=[shape for shape in SHAPES.values() if name in shape.FORMAT_NAMES],
    )
