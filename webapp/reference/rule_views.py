"""The catalogue of rules: what each checks and why, who refuses it, with examples that can be
opened."""

from __future__ import annotations

from flask import Blueprint, Response

from crosswire.explanations import texts_of_rule
from crosswire.rules import RULES, Kind, by_family, named, rule_text
from webapp.hypermedia import render_page
from webapp.reference.rule_list import targets_of
from webapp.request_checks import found_or_404

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("")
def index() -> Response:
    return render_page(
        "reference/rules/index.html",
        fragment="main",
        families=by_family(),
        targets_of=targets_of,
        defects=sum(rule.kind is Kind.DEFECT for rule in RULES.values()),
        refusals=sum(rule.kind is Kind.REFUSAL for rule in RULES.values()),
    )


@bp.get("/<code>")
def show(code: str) -> Response:
    """One rule, by its code or its name."""
    rule = found_or_404(named(code))
    return render_page(
        "reference/rules/show.html",
        fragment="main",
        rule=rule_text(rule),
        texts=texts_of_rule(rule.code),
    )
