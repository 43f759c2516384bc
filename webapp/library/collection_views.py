"""Somebody's collections: made, renamed, deleted. No upload is deleted with one."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request, url_for

from webapp import access
from webapp.database.tables import CollectionRow
from webapp.hypermedia import render_page
from webapp.library import words
from webapp.library.words import Unusable
from webapp.request_checks import found_or_404
from webapp.request_scope import session
from webapp.store import collections
from webapp.store.collections import NameTaken

bp = Blueprint("collections", __name__, url_prefix="/library/collections")


@bp.get("")
def index() -> Response:
    return _page()


@bp.post("")
def make() -> Response:
    """A new one; of the same name there is one only."""
    try:
        name = words.name_of_collection(request.form.get("name", ""))
    except Unusable as problem:
        return _page(str(problem))
    collections.make_collection(session(), access.owner_to_be(), name)
    return _there()


@bp.post("/<slug>/rename")
def rename(slug: str) -> Response:
    found = _own(slug)
    try:
        collections.rename_collection(
            session(), found, words.name_of_collection(request.form.get("name", ""))
        )
    except Unusable as problem:
        return _page(str(problem))
    except NameTaken:
        return _page("Another collection has this name.")
    return _there()


@bp.post("/<slug>/delete")
def delete(slug: str) -> Response:
    collections.delete_collection(session(), _own(slug))
    return _there()


def _own(slug: str) -> CollectionRow:
    owner = access.identity().owner or ""
    return found_or_404(collections.find_collection(session(), owner, slug))


def _there() -> Response:
    return make_response(redirect(url_for("collections.index"), 303))


def _page(problem: str = "") -> Response:
    return render_page(
        "library/collections.html",
        fragment="main",
        status=422 if problem else 200,
        collections=collections.collections_of(session(), access.identity().owner or ""),
        problem=problem,
        longest=words.LONGEST_COLLECTION,
    )
