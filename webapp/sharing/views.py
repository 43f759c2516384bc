"""Copies for others: the dialog, which stores nothing until it is sent, and the list of what
one shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

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
from werkzeug.datastructures import MultiDict

from crosswire.secrets import SHORTEST_WORD
from webapp import access
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.query import Asked
from webapp.conversation_page.shared_copy import SharedCopy
from webapp.database.tables import ConversationRow, ShareRow
from webapp.hypermedia import render_page
from webapp.request_checks import check, found_or_404
from webapp.request_scope import session, take_slot
from webapp.services import services
from webapp.sharing.page import LONGEST_PLACE, ShareDialog, viewed
from webapp.store import sharing
from webapp.store.masking import Choice
from webapp.wording.sharing import MOST_DAYS, TERMS

bp = Blueprint("shares", __name__)

ON_A_PAGE = 50
MOST_LISTED = 1_000
"""Shares that one answer for programs lists; it counts them all."""
USUAL_DAYS = 7
MOST_WORDS = 50
LONGEST_WORD = 200


@bp.get("/c/<slug>/share")
def new(slug: str) -> Response:
    """What would be shared, and with whom; opening it stores nothing."""
    row = _managed(slug)
    return _page(row, dialog=ShareDialog(row, request.args))


@bp.post("/c/<slug>/share")
def create(slug: str) -> Response:
    """Make the copy; its manage link is told here and never again."""
    row = _managed(slug)
    wish = _wished(request.form)
    if request.form.get("draw") == "preview":
        return _page(row, dialog=ShareDialog(row, request.form, _drawn(row, wish)))
    if request.form.get("draw") == "file":
        return _file(row, _drawn(row, wish))
    made = _shared(row, wish, access.owner_to_be())
    copy = SharedCopy(made.row, made.share)
    return _page(
        row,
        copy=copy,
        manage_url=copy.manage_url(made.manage_secret),
        secret=made.manage_secret,
    )


def _wished(form: MultiDict[str, str]) -> sharing.Wish:
    opens = _opens(form) if form.get("view") else {}
    if form.get("here"):
        opens |= _places(form)
    left = set(form.getlist("offered")) - set(form.getlist("probable"))
    words = _words(form.get("words", "").splitlines())
    return sharing.Wish(
        masks=Choice(bool(form.get("mask")), frozenset(left), words),
        extent="conversation" if form.get("only") == "conversation" else "upload",
        days=_term(form.get("days", str(USUAL_DAYS))),
        opens=opens,
        named=bool(form.get("named")),
    )


def _words(words: Sequence[str]) -> tuple[str, ...]:
    """The words to mask by hand."""
    wanted = tuple(dict.fromkeys(word.strip() for word in words if word.strip()))
    check(len(wanted) <= MOST_WORDS, 400, f"At most {MOST_WORDS} words can be masked by hand.")
    for word in wanted:
        check(
            SHORTEST_WORD <= len(word) <= LONGEST_WORD,
            400,
            f"A word to mask has {SHORTEST_WORD} to {LONGEST_WORD} characters.",
        )
    return wanted


def _drawn(row: ConversationRow, wish: sharing.Wish) -> sharing.Drawn:
    take_slot(row.upload)
    return sharing.draw(session(), row, wish)


def _file(row: ConversationRow, drawn: sharing.Drawn) -> Response:
    """The masked copy as a file, which is stored nowhere."""
    response = make_response(drawn.masked)
    response.content_type = "application/octet-stream"
    response.headers["Content-Disposition"] = f'attachment; filename="masked-{row.slug}.txt"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _shared(row: ConversationRow, wish: sharing.Wish, owner: str | None) -> sharing.Shared:
    take_slot(row.upload)
    return sharing.share(session(), row, wish, owner, services().settings.limits)


@bp.get("/shares")
def index() -> Response:
    """What one shared that can be read still, the newest first."""
    owner = access.identity().owner
    total = sharing.share_count(session(), owner)
    last = max(0, (total - 1) // ON_A_PAGE)
    number = min(max(request.args.get("page", 1, type=int) - 1, 0), last)
    shares = sharing.shares_of(session(), owner, number * ON_A_PAGE, ON_A_PAGE)
    return render_page(
        "sharing/index.html",
        fragment="shares",
        shares=[SharedCopy(*one) for one in shares],
        total=total,
        earlier=url_for("shares.index", page=number + 2) if number < last else "",
        later=url_for("shares.index", page=number) if number else "",
    )


@bp.post("/shares/<slug>/revoke")
def revoke(slug: str) -> Response:
    """Take a copy back for good."""
    row, _ = _revocable(slug)
    sharing.revoke(session(), row)
    return make_response(redirect(url_for("shares.index"), 303))


@bp.post("/shares/revoke")
def revoke_all() -> Response:
    """Take back all that one shared."""
    sharing.revoke_all(session(), access.identity().owner)
    return make_response(redirect(url_for("shares.index"), 303))


@bp.post("/api/conversations/<slug>/share")
def share(slug: str) -> Response:
    """Make a copy: `{"masked": true, "days": 7, "only": "upload", "opens": "pane=...", "name":
    true, "left": ["password-1"], "words": ["Acme"]}`."""
    row = _managed(slug)
    made = _shared(row, _wish(_body()), access.identity().owner)
    copy = SharedCopy(made.row, made.share)
    response = jsonify(
        **_answered(copy),
        manage_secret=made.manage_secret,
        manage_url=copy.manage_url(made.manage_secret) or None,
    )
    response.status_code = 201
    response.location = url_for("api.show", slug=copy.slug)
    return response


@bp.get("/api/shares")
def listed() -> Response:
    """What one shared that can be read still, the newest first."""
    owner = access.identity().owner
    shares = sharing.shares_of(session(), owner, 0, MOST_LISTED)
    return jsonify(
        shares=[_answered(SharedCopy(*one)) for one in shares],
        total=sharing.share_count(session(), owner),
    )


@bp.delete("/api/shares/<slug>")
def taken_back(slug: str) -> Response:
    """Take a copy back for good: by its manage secret, by that of its source, or by who shared
    it."""
    row, _ = _revocable(slug)
    sharing.revoke(session(), row)
    return jsonify(revoked=slug)


def _managed(slug: str) -> ConversationRow:
    row = access.conversation_of(slug)
    check(access.may_manage(row), 403, "Only who manages this upload can share copies of it.")
    return row


def _revocable(slug: str) -> tuple[ConversationRow, ShareRow]:
    """A copy that who asks may take back: they manage it, or what it was copied from."""
    row = access.conversation_of(slug)
    share = found_or_404(sharing.share_of(session(), row))
    source = sharing.source_of(session(), share)
    if not access.may_manage(row) and not (source and access.may_manage(source)):
        abort(
            403,
            (
                "Only who manages this copy, or the upload that it was made of, can take "
                "it back."
            ),
        )
    return row, share


def _page(row: ConversationRow, **context: Any) -> Response:
    page = Inspector(row, Asked.of(request.args))
    return render_page("sharing/share.html", fragment="share", page=page, **context)


def _opens(query: MultiDict[str, str]) -> dict[str, Any]:
    return viewed(Asked.of(query))


def _places(query: MultiDict[str, str]) -> dict[str, Any]:
    return {name: query[name][:LONGEST_PLACE] for name in ("at", "there") if query.get(name)}


def _term(text: str) -> int | None:
    terms = {str(days or 0): days for days, _ in TERMS}
    check(text in terms, 400, "A copy runs out after 7 or 30 days, or never.")
    return terms[text]


def _body() -> dict[str, Any]:
    """The JSON object of a request; one without a body asks for what is usual."""
    if not request.get_data():
        return {}
    found = request.get_json(force=True, silent=True)
    if not isinstance(found, dict):
        abort(400, "The body is a JSON object.")
    return found


def _wish(body: dict[str, Any]) -> sharing.Wish:
    masks, named = body.get("masked", True), body.get("name", True)
    days, extent, opens = (
        body.get("days", USUAL_DAYS),
        body.get("only", "upload"),
        body.get("opens", ""),
    )
    if not isinstance(masks, bool) or not isinstance(named, bool):
        abort(400, "masked and name are true or false.")
    if days is not None and (type(days) is not int or not 1 <= days <= MOST_DAYS):
        abort(
            400,
            (
                f"days is a number from 1 to {MOST_DAYS}, or null for a copy that never "
                "runs out."
            ),
        )
    check(extent in ("upload", "conversation"), 400, "only is upload or conversation.")
    if not isinstance(opens, str):
        abort(400, "opens is the query of a page, such as pane=gemini:wire.")
    query = MultiDict(parse_qsl(opens.removeprefix("?"), max_num_fields=100))
    left, words = body.get("left", []), body.get("words", [])
    for texts in (left, words):
        is_list = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
        check(is_list, 400, "left and words are lists of texts.")
    choice = Choice(masks, frozenset(left), _words(words))
    return sharing.Wish(choice, extent, days, _opens(query) | _places(query), named)


def _answered(copy: SharedCopy) -> dict[str, Any]:
    share = copy.share
    return {
        "slug": copy.slug,
        "url": copy.url,
        "name": copy.row.upload.name,
        "conversations_total": copy.row.upload.conversation_count,
        "created_at": share.created_at.isoformat(),
        "expires_at": share.expires_at.isoformat() if share.expires_at else None,
        "masked": share.kinds,
        "masked_total": share.masked,
    }
