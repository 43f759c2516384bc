"""The columns of the picture above a conversation, for the script that tells what is under the
pointer."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from webapp.conversation_page.opening import inspector
from webapp.conversation_page.strip_picture import words
from webapp.request_scope import session
from webapp.store import listings

bp = Blueprint("strip", __name__)


@bp.get("/c/<slug>/strip")
def show(slug: str) -> Response:
    """First and last row of each column, what it holds in words, and the page at its
    beginning."""
    page = inspector(slug)
    found = listings.strip(session(), page.row)
    return jsonify(
        columns=[
            {
                "first": one["first"],
                "last": one["last"],
                "words": words([one]),
                "url": page.at_url(one["address"]),
            }
            for one in found
        ]
    )
