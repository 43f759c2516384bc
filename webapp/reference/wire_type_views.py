"""The registry of wire types: what ties a result to its call in each, and what the id is
worth."""

from __future__ import annotations

import json

from flask import Blueprint, Response, request

from crosswire.wire_types import BY_SLUG, Role, WireType, alone, together
from webapp.hypermedia import render_page
from webapp.reference import wire_type_list
from webapp.request_checks import found_or_404

bp = Blueprint("wire_types", __name__, url_prefix="/wire-types")


@bp.get("")
def index() -> Response:
    return render_page(
        "reference/wire_types/index.html",
        fragment="types",
        listing=wire_type_list.listing(request.args),
        names=wire_type_list,
        by_slug=BY_SLUG,
    )


@bp.get("/<slug>")
def show(slug: str) -> Response:
    """One type, by its name in the registry."""
    row = found_or_404(BY_SLUG.get(slug))
    return render_page(
        "reference/wire_types/show.html",
        fragment="main",
        row=row,
        names=wire_type_list,
        by_slug=BY_SLUG,
        example=json.dumps(row.example, ensure_ascii=False),
        specimens=_specimens(row),
    )


def _specimens(row: WireType) -> list[tuple[str, str]]:
    """What can be opened in the inspector: the example alone, and with each type that it pairs
    with."""
    if row.format is None:
        return []
    uploads = [("Open in the inspector", alone(row))]
    for slug in row.paired_with:
        other = BY_SLUG[slug]
        call, output = (other, row) if row.role is Role.OUTPUT else (row, other)
        uploads.append((f"Open with {other.discriminator.value}", together(call, output)))
    return [
        (title, json.dumps(upload, ensure_ascii=False, indent=1)) for title, upload in uploads
    ]
