"""The inspector: one conversation in panes side by side, its calls, and what is wrong with them."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for

from webapp import store
from webapp.asked import Asked
from webapp.database import session
from webapp.hypermedia import render_page
from webapp.inspector import Inspector
from webapp.manage import browser_key, may_manage, remember_browser
from webapp.presenters import BLOCK_ROWS, Row
from webapp.presenters.explanations import Explained
from webapp.tables import ConversationRow

bp = Blueprint("conversations", __name__, url_prefix="/c/<slug>")


@bp.get("")
def show(slug: str) -> Response:
    """The page; `?pane=` chooses what panes show, `?at=` brings an address of the upload into view.

    `?there=anthropic:0:/messages/1` marks a place of a payload beside it. `?ids=` is the id policy of
    all panes. `?target=` lists what that target refuses in place of the defects, and marks it in the rows.
    """
    page = inspector(slug)
    address = request.args.get("at", "")
    response = inspector_page(page, address)
    # Where the reader had scrolled to (`row`) is nothing to share.
    there = request.args.get("there") or None
    response.headers["HX-Push-Url"] = page.link("conversations.show", at=address or None, there=there)
    return response


def inspector_page(
    page: Inspector, address: str = "", *, fragment: str = "panes", explained: Explained | None = None
) -> Response:
    """The inspector at an address of the upload, or its beginning."""
    at_row = store.row_at(session(), page.row, address) if address else None
    missed = address if address and at_row is None else ""
    at_row = page.mark(at_row, request.args.get("there", ""))
    first = request.args.get("row", 0, type=int) if at_row is None else at_row
    shown = min(max(first, 0) // BLOCK_ROWS, page.last_block)
    chosen = _row(page, at_row)
    return render_page(
        "conversations/show.html",
        fragment=fragment,
        page=page,
        panes=page.panes,
        blocks=[page.block(n, filled=n == shown) for n in range(page.last_block + 1)],
        at_row=at_row,
        at_call=chosen["call"] if chosen else None,
        lost_address=missed,
        calls=page.calls_around(chosen),
        findings=page.findings(0),
        explained=explained,
    )


@bp.get("/block/<int:number>")
def block(slug: str, number: int) -> Response:
    """Some of the rows."""
    page = inspector(slug)
    if number > page.last_block:
        abort(404)
    return render_page(
        "conversations/block_page.html",
        fragment="rows",
        page=page,
        panes=page.panes,
        block=page.block(number, filled=True),
    )


@bp.get("/row/<int:number>")
def row(slug: str, number: int) -> Response:
    """One row with nothing cut."""
    page = inspector(slug)
    if number >= page.summary["rows"]:
        abort(404)
    found = page.block(number // BLOCK_ROWS, filled=True)
    row, pane_cells = (found.rows or [])[number % BLOCK_ROWS]
    return render_page(
        "conversations/row_page.html",
        fragment="rows",
        page=page,
        panes=page.panes,
        row=row,
        pane_cells=pane_cells,
        whole=True,
    )


@bp.get("/calls/<int:number>")
def calls(slug: str, number: int) -> Response:
    """Some of the list of calls."""
    page = inspector(slug)
    return render_page(
        "conversations/list_page.html",
        fragment="list",
        page=page,
        list="calls",
        calls=page.calls(number, request.args.get("way", 0, type=int)),
    )


@bp.get("/findings/<int:number>")
def findings(slug: str, number: int) -> Response:
    """Some of the findings."""
    page = inspector(slug)
    return render_page(
        "conversations/list_page.html",
        fragment="list",
        page=page,
        list="findings",
        findings=page.findings(number, request.args.get("way", 0, type=int)),
    )


@bp.post("/delete")
def delete(slug: str) -> Response:
    """Delete the whole upload; only the browser that sent it may."""
    found = conversation_of(slug)
    if not may_manage(found):
        abort(403, "Only the browser that uploaded this log can delete it.")
    store.delete(session(), found)
    return make_response(redirect(url_for("home.index"), 303))


@bp.post("/format")
def reread(slug: str) -> Response:
    """Read the same bytes as another format; it gets a link of its own, and this one stays."""
    found = conversation_of(slug)
    key = browser_key() or store.new_secret()
    kept = store.keep(
        session(),
        store.upload_bytes(session(), found),
        name=found.upload.name,
        format=request.form.get("format") or None,
        browser_key=key,
    )
    response = make_response(redirect(url_for("conversations.show", slug=kept.first.slug), 303))
    remember_browser(response, key)
    return response


def inspector(slug: str) -> Inspector:
    """The page of a permalink, as the query asks for it."""
    return Inspector(conversation_of(slug), Asked.of(request.args))


def conversation_of(slug: str) -> ConversationRow:
    """The conversation of a permalink; a 404 where there is none."""
    found = store.find(session(), slug)
    if found is None:
        abort(404)
    return found


def _row(page: Inspector, number: int | None) -> Row | None:
    if number is None:
        return None
    return store.outline_block(session(), page.row, number // BLOCK_ROWS)[number % BLOCK_ROWS]
