"""The targets, a page each: how a log names one, what it refuses, what it is known to take."""

from __future__ import annotations

from flask import Blueprint, Response

from crosswire.rules import TARGETS
from webapp.hypermedia import render_page
from webapp.reference import target_list
from webapp.request_checks import found_or_404

bp = Blueprint("targets", __name__, url_prefix="/targets")


@bp.get("")
def index() -> Response:
    return render_page(
        "reference/targets/index.html", fragment="main", lines=target_list.listing()
    )


@bp.get("/<name>")
def show(name: str) -> Response:
    """One target, by the name that options and addresses have for it."""
    target = found_or_404(TARGETS.get(name))
    return render_page(
        "reference/targets/show.html", fragment="main", shown=target_list.shown(target)
    )
