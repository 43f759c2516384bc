"""For operators and crawlers."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from webapp import store
from webapp.database import session

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """Whether this process answers and reaches its database."""
    store.reach(session())
    return jsonify(status="ok")


@bp.get("/robots.txt")
def robots() -> Response:
    """A permalink is for whom it was given to."""
    return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")
