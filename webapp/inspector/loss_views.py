"""What a pane lost and renamed, a block at a time and as a file, and what the codes of losses
mean."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort

import crosswire
from crosswire.model import by_family
from webapp.access import conversation_of
from webapp.conversation_page.opening import inspector
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.pane import Choice, ListPart, Pane
from webapp.downloads.conversions import converted, id_policy
from webapp.downloads.files import download, stem
from webapp.hypermedia import render_page
from webapp.readmodel.panes import REPAIRED
from webapp.request_checks import check
from webapp.wording.losses import KINDS

bp = Blueprint("losses", __name__)


@bp.get("/losses")
def catalogue() -> Response:
    """What each code of a loss means."""
    return render_page("reference/losses/index.html", fragment="main", families=by_family())


@bp.get("/c/<slug>/losses/<format>/<kind>/<code>/<int:number>")
def group(slug: str, format: str, kind: str, code: str, number: int) -> Response:
    """Some of the losses of one kind and code."""
    page = inspector(slug)
    check(kind in KINDS, 404)
    pane = _pane(page, format)
    return _answer(
        page,
        pane,
        pane.losses(kind, code, number),
        "losses",
        "loss_entries",
        f"{format}, {code}",
    )


@bp.get("/c/<slug>/ids/<format>/<int:number>")
def ids(slug: str, format: str, number: int) -> Response:
    """Some of the id map."""
    page = inspector(slug)
    pane = _pane(page, format)
    return _answer(page, pane, pane.ids(number), "ids", "id_entries", f"{format}, ids")


@bp.get("/c/<slug>/names/<format>/<int:number>")
def names(slug: str, format: str, number: int) -> Response:
    """Some of the map of tools' names."""
    page = inspector(slug)
    pane = _pane(page, format)
    return _answer(page, pane, pane.names(number), "names", "name_entries", f"{format}, names")


@bp.get("/c/<slug>/ids/<format>.json")
def renamed(slug: str, format: str) -> Response:
    """The id map and the map of tools' names, as a file."""
    row = conversation_of(slug)
    check(format in crosswire.FORMATS, 404)
    maps = converted(row, format).report()
    del maps["losses"]
    body = (
        json.dumps({"target": format, "ids": id_policy(), **maps}, indent=2).encode() + b"\n"
    )
    return download(body, f"{stem(row)}.{format}.ids.json", "application/json")


def _pane(page: Inspector, format: str) -> Pane:
    """The pane of a target, whether the page shows it or not."""
    if format != REPAIRED and format not in crosswire.FORMATS:
        abort(404)
    return Pane(page, 0, Choice(format, "read"))


def _answer(
    page: Inspector, pane: Pane, part: ListPart, name: str, entries: str, title: str
) -> Response:
    check(part.entries, 404)
    return render_page(
        "inspector/told_page.html",
        fragment="list",
        page=page,
        pane=pane,
        part=part,
        list=name,
        entries=f"inspector/{entries}.html",
        title=title,
    )
