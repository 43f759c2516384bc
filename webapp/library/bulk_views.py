"""What is done with many uploads of a library at once: deleted, exported, tagged, put into
collections."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    request,
    stream_with_context,
    url_for,
)

import crosswire
from webapp import access
from webapp.database.tables import CollectionRow
from webapp.downloads.files import SANDBOX
from webapp.hypermedia import render_page
from webapp.library import words
from webapp.library.archives import archive
from webapp.library.page import AT_ONCE, Library
from webapp.library.query import LibraryAsked
from webapp.request_checks import check
from webapp.request_scope import session
from webapp.responses import AnyText
from webapp.store import collections, deleting, library
from webapp.store.library_entries import library_entries

bp = Blueprint("library_bulk", __name__, url_prefix="/library")

TWO = 2
MOST_NAMED = 20
"""Uploads that the question before deleting names."""


@bp.post("/bulk")
def act() -> Response:
    """Do one thing (`do`) with the uploads that are ticked (`c`), or with all that match
    (`all`)."""
    page = _library()
    ids = _chosen(page)
    check(ids, 400, "Tick one or more uploads first.")
    way = _WAYS.get(_asked_for())
    if way is None:
        abort(400, "Choose what to do with them.")
    try:
        return way(page, ids)
    except words.Unusable as problem:
        abort(400, str(problem))


def _asked_for() -> str:
    """What the button says; Enter in a field presses none, and then the field says it."""
    fields = {"tag": "tag", "new": "collect"}
    filled = (way for name, way in fields.items() if request.form.get(name, "").strip())
    return request.form.get("do", "") or next(filled, "")


def _library() -> Library:
    return Library(access.identity().owner, LibraryAsked.of(request.args))


def _chosen(page: Library) -> list[int]:
    """The uploads that are meant: never one that who asks does not manage, and no share."""
    if request.form.get("all") and not page.asked.q:
        return page.matching_ids()
    slugs = list(dict.fromkeys(request.form.getlist("c")))[:AT_ONCE]
    return list(dict.fromkeys(library.managed_ids(session(), page.owner, slugs).values()))


def _ask_to_delete(page: Library, ids: list[int]) -> Response:
    entries = library_entries(session(), page.owner, ids)
    return render_page(
        "library/delete.html",
        fragment="main",
        page=page,
        entries=entries,
        named=MOST_NAMED,
        shares=deleting.copies_of(session(), ids),
    )


def _compare(page: Library, ids: list[int]) -> Response:
    """The two that are ticked, side by side, the older one first."""
    check(len(ids) == TWO, 400, "Tick two uploads to compare: the one, and the other.")
    newer, older = library_entries(session(), page.owner, ids)
    way = url_for("comparisons.show", slug=older.slug)
    return make_response(redirect(f"{way}?{urlencode({'with': newer.slug})}", 303))


def _delete(page: Library, ids: list[int]) -> Response:
    deleting.delete_uploads(session(), ids)
    return _back(page, "deleted", len(ids))


def _export(page: Library, ids: list[int]) -> Response:
    """One archive; it is sent while it is written."""
    format = request.form.get("format", "")
    if format and format not in crosswire.FORMATS:
        abort(400, "This format cannot be written.")
    slugs = [entry.slug for entry in library_entries(session(), page.owner, ids)]
    sent = stream_with_context(archive(slugs, format))
    response = AnyText(sent, mimetype="application/zip")
    name = f"crosswire-{datetime.now(UTC):%Y-%m-%d}-{format or 'uploads'}.zip"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Content-Security-Policy"] = SANDBOX
    return response


def _tag(page: Library, ids: list[int]) -> Response:
    tagged = collections.tag_uploads(session(), ids, words.tag_of(request.form.get("tag", "")))
    return _back(page, "tagged", tagged)


def _untag(page: Library, ids: list[int]) -> Response:
    collections.untag_uploads(session(), ids, words.tag_of(request.form.get("tag", "")))
    return _back(page, "untagged", len(ids))


def _collect(page: Library, ids: list[int]) -> Response:
    if request.form.get("new", "").strip():
        name = words.name_of_collection(request.form["new"])
        collection = collections.make_collection(session(), page.owner, name)
    else:
        collection = _collection(page)
    collections.collect(session(), ids, collection)
    return _back(page, "collected", len(ids))


def _uncollect(page: Library, ids: list[int]) -> Response:
    collections.uncollect(session(), ids, _collection(page))
    return _back(page, "uncollected", len(ids))


def _collection(page: Library) -> CollectionRow:
    slug = request.form.get("collection", "")
    found = collections.find_collection(session(), page.owner, slug)
    if found is None:
        raise words.Unusable("Choose a collection, or write the name of a new one.")
    return found


def _back(page: Library, done: str, count: int) -> Response:
    there = url_for("library.index", **page.query, done=f"{done}-{count}")
    return make_response(redirect(there, 303))


_WAYS: dict[str, Callable[[Library, list[int]], Response]] = {
    "compare": _compare,
    "delete": _ask_to_delete,
    "delete-now": _delete,
    "export": _export,
    "tag": _tag,
    "untag": _untag,
    "collect": _collect,
    "uncollect": _uncollect,
}
