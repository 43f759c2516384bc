"""The library: what somebody keeps here, found again, named, and sorted; for browsers and for
programs."""

from __future__ import annotations

import re
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    request,
    url_for,
)

from crosswire.rules import RULES
from webapp import access
from webapp.access.browsers import browser_key
from webapp.database.tables import ConversationRow
from webapp.hypermedia import render_page
from webapp.library import words
from webapp.library.page import PAGE, Library
from webapp.library.query import LibraryAsked
from webapp.readmodel.verdicts import TARGETS_ASKED
from webapp.request_checks import check
from webapp.request_scope import session
from webapp.services import services
from webapp.store import collections, jobs, library, owners
from webapp.store.library_entries import library_entries

bp = Blueprint("library", __name__)

DONE = {
    "deleted": "deleted",
    "tagged": "tagged",
    "untagged": "without the tag now",
    "collected": "in the collection now",
    "uncollected": "taken out of the collection",
    "asked": "waiting to be read again",
}
"""What was just done, as `?done=tagged-12` says it."""
_DONE = re.compile(rf"({'|'.join(DONE)})-(\d{{1,9}})", re.ASCII)
_NAMES = {"label", "note", "tags"}
MOST_ASKED = 1_000
"""Uploads that one request lets be read again."""


@bp.get("/library")
def index() -> Response:
    """What who asks keeps, the newest first; every filter stands in the address."""
    asks, asked = access.identity(), LibraryAsked.of(request.args)
    page = Library(asks.owner, asked)
    key = browser_key()
    if (
        asks.by == "browser"
        and asks.owner
        and key
        and not page.is_filtered
        and not asked.before
    ):
        page.forgotten = owners.adoptable(session(), key)
    response = library_page(page)
    response.headers["HX-Push-Url"] = page.url()
    return response


def library_page(page: Library) -> Response:
    done = _DONE.fullmatch(request.args.get("done", ""))
    return render_page(
        "library/index.html",
        fragment="found",
        page=page,
        page_size=PAGE,
        done=(int(done[2]), DONE[done[1]]) if done else None,
        asks=access.identity(),
        targets=TARGETS_ASKED,
        states=words.STATES,
        has_words=words.HAS_WORDS,
        rules=RULES.values(),
    )


@bp.get("/api/library")
def answer() -> Response:
    """The same as JSON, some uploads at a time: `next` is where the others are."""
    asked = LibraryAsked.of(request.args)
    if asked.unknown:
        abort(400, " ".join(asked.unknown))
    page = Library(access.identity().owner, asked)
    searched = page.searched
    return jsonify(
        uploads=[entry.record() for entry in page.entries],
        total=page.total,
        searched=searched.searched if searched else None,
        limit=PAGE,
        next=url_for("library.answer", **page.next_query) if page.next_query else None,
    )


@bp.get("/library/<slug>")
def edit(slug: str) -> Response:
    """What is said of an upload, to be changed."""
    row = _managed(slug)
    return _form(row, _as_it_is(row))


@bp.post("/library/<slug>")
def save(slug: str) -> Response:
    """Change what is said of an upload: what it is called, the note, tags, collections."""
    row, sent = _managed(slug), request.form
    owner = access.identity().owner
    said = {name: sent.get(name, "") for name in _NAMES}
    try:
        label, note = _label(said["label"]), words.note_of(said["note"])
        tags = words.tags_of(said["tags"].split(","), collections.MOST_TAGS)
    except words.Unusable as problem:
        return _form(row, said | {"collections": sent.getlist("collection")}, str(problem))
    inside = (owner, sent.getlist("collection")) if owner else None
    collections.relabel(
        session(),
        row.upload_id,
        label=label or None,
        remark=note or None,
        tags=tags,
        collections=inside,
    )
    return make_response(redirect(url_for("library.edit", slug=slug, saved="1"), 303))


@bp.patch("/api/conversations/<slug>")
def change(slug: str) -> Response:
    """The same for programs: `{"label", "note", "tags"}`; what is not named stays."""
    row, body = _managed(slug), request.get_json(force=True, silent=True)
    if not isinstance(body, dict) or not body or body.keys() - _NAMES:
        abort(
            400,
            (f"The body is a JSON object with one or more of {', '.join(sorted(_NAMES))}."),
        )
    label, note = (_text(body, name, getattr(row.upload, kept)) for name, kept in _KEPT)
    tags = body.get("tags", collections.tags_of(session(), row.upload_id))
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        abort(400, "tags is a list of texts.")
    try:
        label, note = _label(label), words.note_of(note)
        tags = words.tags_of(tags, collections.MOST_TAGS)
    except words.Unusable as problem:
        abort(400, str(problem))
    collections.relabel(
        session(), row.upload_id, label=label or None, remark=note or None, tags=tags
    )
    return jsonify(slug=row.slug, label=label or None, note=note or None, tags=sorted(tags))


_KEPT = (("label", "label"), ("note", "remark"))


@bp.post("/library/adopt")
def adopt() -> Response:
    """List what this browser kept when owners were not written down yet."""
    asks, key = access.identity(), browser_key()
    if asks.by == "browser" and asks.owner and key:
        owners.adopt(session(), key, asks.owner)
    return make_response(redirect(url_for("library.index"), 303))


@bp.post("/library/read-again")
def read_again() -> Response:
    """Put uploads that older code read into the queue, to be read again."""
    _, rows = library.older_readings(session(), access.identity().owner or "", MOST_ASKED)
    for row in rows:
        jobs.ask_again(session(), row.upload)
    services().queue.wake()
    return make_response(redirect(url_for("library.index", done=f"asked-{len(rows)}"), 303))


def _text(body: dict[str, Any], name: str, kept: str | None) -> str:
    found = body.get(name, kept)
    if found is not None and not isinstance(found, str):
        abort(400, f"{name} is a text.")
    return found or ""


def _label(text: str) -> str:
    return words.one_line_of(text, words.LONGEST_LABEL, "A name")


def _managed(slug: str) -> ConversationRow:
    """The conversation, for who manages it; for others it is as if it were not there."""
    row = access.conversation_of(slug)
    check(access.may_manage(row), 404)
    return row


def _as_it_is(row: ConversationRow) -> dict[str, Any]:
    upload, owner = row.upload, access.identity().owner or ""
    [kept] = library_entries(session(), owner, [upload.id])
    return {
        "label": upload.label or "",
        "note": upload.remark or "",
        "tags": ", ".join(kept.tags),
        "collections": [slug for slug, _ in kept.collections],
    }


def _form(row: ConversationRow, said: dict[str, Any], problem: str = "") -> Response:
    owner = access.identity().owner or ""
    return render_page(
        "library/edit.html",
        fragment="main",
        status=422 if problem else 200,
        row=row,
        said=said,
        problem=problem,
        saved=not problem and request.args.get("saved") == "1",
        collections=collections.collections_of(session(), owner),
        known_tags=library.library_facets(session(), owner).tags,
        limits=words,
        most_tags=collections.MOST_TAGS,
    )
