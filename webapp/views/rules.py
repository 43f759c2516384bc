"""The catalogue of rules: what each checks and why, with an example that can be opened."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from crosswire.rule import examples, sections
from crosswire.rules import RULES
from webapp.hypermedia import render_page

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("")
def index() -> Response:
    return render_page("rules/index.html", fragment="main", rules=list(RULES.values()))


@bp.get("/<code>")
def show(code: str) -> Response:
    """One rule, by its code or its name."""
    rule = RULES.get(code.upper()) or next((r for r in RULES.values() if r.name == code), None)
    if rule is None:
        abort(404)
    return render_page(
        "rules/show.html",
        fragment="main",
        rule=rule,
        sections=sections(rule.doc),
        examples=examples(rule.doc),
    )
