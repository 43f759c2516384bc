"""For operators and crawlers."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify

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


@bp.get("/favicon.ico")
def icon() -> Response:
    """For browsers that ask without having read a page."""
    folder = Path(current_app.static_folder or "")
    return Response((folder / "icon.svg").read_bytes(), mimetype="image/svg+xml")
