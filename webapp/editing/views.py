"""Editing an upload: the page, a check that stores nothing, a fix in the text, a new
version."""

from __future__ import annotations

import re

from flask import Blueprint, Response, make_response, redirect, request, url_for

from crosswire.errors import CrosswireError
from webapp import access
from webapp.conversation_page.opening import inspector
from webapp.conversation_page.page import Inspector
from webapp.database.tables import ConversationRow
from webapp.editing.page import EditPage
from webapp.editing.scope import LARGEST, Scope, near_line
from webapp.errors import problem_of
from webapp.hypermedia import render_page, wants_block
from webapp.readmodel.checked import fixed_text
from webapp.readmodel.edited import plain_lines
from webapp.request_checks import check
from webapp.request_scope import leave_to_reader, take_slot_for
from webapp.responses import AnyText
from webapp.settings import LARGEST_NUMBER
from webapp.store import jobs, uploads
from webapp.uploads.accept import take_in
from webapp.uploads.sent import edited

bp = Blueprint("editing", __name__, url_prefix="/c/<slug>/json")

MOST_SENT = 2 * LARGEST
"""Bytes that an edited text may grow to."""


@bp.get("/edit")
def show(slug: str) -> Response:
    """The text of the upload; of a long one that of `?record=` (a line of JSON Lines), of the
    message at `?at=`, or of what stands at `?line=`."""
    page, line = inspector(slug), _number("line")
    scope = _scope(page)
    if line and not (scope.record or scope.at):
        scope = near_line(page.row, line)
    return _page(EditPage(page, scope, line=line, is_checked=False))


@bp.post("/check")
def checked(slug: str) -> Response:
    """What is wrong with the text that was sent; nothing of it is kept."""
    page = inspector(slug)
    return _page(EditPage(page, _scope_of_text(page), _text()))


@bp.post("/fix")
def fixed(slug: str) -> Response:
    """The text that was sent, with one finding mended in it; nothing of it is kept."""
    page = inspector(slug)
    wants_text = request.accept_mimetypes.best == "text/plain"
    scope, text = _scope_of_text(page), _text()
    check(scope.is_whole, 400, "One finding is fixed where the whole text is edited.")
    try:
        data = fixed_text(
            text.encode("utf-8", "surrogatepass"),
            page.row.upload.asked_format,
            request.form.get("fix", ""),
        )
    except CrosswireError as error:
        if wants_text:
            return AnyText(f"{error}\n", 422, mimetype="text/plain")
        return _page(EditPage(page, scope, text, complaint=str(error)), 422)
    mended = data.decode("utf-8", "replace")
    if wants_text:
        return AnyText(mended, mimetype="text/plain")
    return _page(EditPage(page, scope, mended))


@bp.post("/edit")
def save(slug: str) -> Response:
    """Keep the upload with the edited text under a link of its own, which names the one that
    it came from."""
    page = inspector(slug)
    scope, text = _scope_of_text(page), _text()
    if text == scope.editable.text:
        why = "Nothing was changed, so there is nothing to save."
        return _page(EditPage(page, scope, text, complaint=why), 400)
    row = page.row
    upload = row.upload
    sent = edited(
        scope.upload_with(text), _name(row), upload.asked_format, upload.asked_mapping
    )
    try:
        kept = take_in(sent, access.owner_to_be(), uploads.Revision(row.id, 0))
    except CrosswireError as error:
        problem = problem_of(error)
        return _page(EditPage(page, scope, text, complaint=problem.words), problem.status)
    if isinstance(kept, jobs.Accepted):
        new = kept.job.slug
    else:
        same = [one for one in kept.conversations if one.number == row.number]
        new = (same or kept.conversations)[0].slug
    return make_response(redirect(url_for("conversations.show", slug=new), 303))


def _page(edit: EditPage, status: int = 200) -> Response:
    return render_page(
        "editing/show.html", fragment="checked", status=status, page=edit.page, edit=edit
    )


def _scope(page: Inspector) -> Scope:
    return Scope(page.row, _number("record"), request.values.get("at", ""))


def _scope_of_text(page: Inspector) -> Scope:
    """What was edited; it is looked for in the upload where a whole page shows it."""
    scope = _scope(page)
    check(not scope.is_of_several, 409, scope.why_not)
    if not wants_block():
        check(not scope.why_not, 400, scope.why_not)
    return scope


def _text() -> str:
    """The text that was sent, with the line ends of a text field."""
    text = plain_lines(request.form.get("text", ""))
    size = len(text.encode("utf-8", "surrogatepass"))
    check(size <= MOST_SENT, 422, f"At most {MOST_SENT // 1_000_000} MB are edited here.")
    leave_to_reader(size, text.count(","))
    take_slot_for(size)
    return text


def _number(name: str) -> int | None:
    asked = request.values.get(name, type=int)
    return None if asked is None else min(max(asked, 1), LARGEST_NUMBER)


def _name(row: ConversationRow) -> str | None:
    """The upload's own name, which says that this was edited."""
    named = re.fullmatch(r"(.*?)(?:\.edited)?(\.\w+)?", row.upload.name or "")
    return f"{named[1]}.edited{named[2] or ''}" if named and named[1] else None
