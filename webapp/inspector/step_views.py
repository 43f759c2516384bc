"""Steps through a conversation, beyond what a page has loaded: the next call, the next turn of
the user."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, redirect, request

from webapp.conversation_page.opening import inspector
from webapp.request_checks import one_of
from webapp.request_scope import session
from webapp.store import steps

bp = Blueprint("steps", __name__, url_prefix="/c/<slug>")


@bp.get("/next")
def next_row(slug: str) -> Response:
    """Where the next part of a kind is, seen from the row `?from=`: `?step=call` or `user`,
    `?way=1` or `-1`.

    A program gets the row and its address (`null` where there is none), a browser the page at
    that place.
    """
    page = inspector(slug)
    step = one_of("step", request.args.get("step"), steps.STEPS)
    from_row = min(max(request.args.get("from", 0, type=int), 0), page.row.rows)
    way = -1 if request.args.get("way", 1, type=int) < 0 else 1
    found = steps.next_part(session(), page.row, step, from_row, way)
    if request.accept_mimetypes.best == "application/json":
        told = None if found is None else {"row": found.row, "url": page.at_url(found.address)}
        return jsonify(told)
    place = page.link("conversations.show", row=from_row, _anchor="panes")
    return make_response(redirect(place if found is None else page.at_url(found.address)))
