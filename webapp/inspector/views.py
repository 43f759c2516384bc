"""The inspector: one conversation in panes side by side, its calls, and what is wrong with
them."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from webapp.access import conversation_of, may_manage
from webapp.conversation_page.opening import inspector
from webapp.conversation_page.page import FEW_CALLS, Inspector
from webapp.conversation_page.remembered import remember, remember_order
from webapp.hypermedia import render_page, wants_block
from webapp.inspector.problems import Problems
from webapp.inspector.rows import (
    ALONE_PARTS,
    AROUND_NODES,
    FIRST_NODES,
    FIRST_TEXT,
    SLICE_NODES,
    Rows,
    Slice,
)
from webapp.readmodel.outline import BLOCK_ROWS, Row
from webapp.request_checks import check
from webapp.request_scope import session
from webapp.store import deleting, listings
from webapp.uploads.again import read_again
from webapp.wording.explanations import Explained

LONGEST_FILTER = 200
"""Characters of the words by which the list of calls is filtered."""

bp = Blueprint("conversations", __name__, url_prefix="/c/<slug>")


@bp.get("")
def show(slug: str) -> Response:
    """The page; `?pane=` chooses what panes show, `?at=` brings an address of the upload into
    view.

    `?there=anthropic:0:/messages/1` marks a place of a payload beside it. `?ids=` is the id
    policy of all panes. `?target=` lists what that target refuses in place of the defects, and
    marks it in the rows.
    """
    page = inspector(slug)
    address = request.args.get("at", "")
    response = inspector_page(page, address)
    # Where the reader had scrolled to (`row`) is nothing to share.
    there = request.args.get("there") or None
    if wants_block():
        response.headers["HX-Push-Url"] = page.link(
            "conversations.show", at=address or None, there=there
        )
    if wants_block() and page.asked.panes:  # chosen here, not followed from somebody's link
        remember(response, page.asked.panes, mendable=page.is_mendable)
    if wants_block() and request.args.get("order"):
        remember_order(response, page.asked.order)
    return response


def inspector_page(
    page: Inspector,
    address: str = "",
    *,
    fragment: str = "panes",
    explained: Explained | None = None,
) -> Response:
    """The inspector at an address of the upload, or its beginning."""
    at_row = listings.row_at(session(), page.row, address) if address else None
    missed = address if address and at_row is None else ""
    at_row = page.mark(at_row, request.args.get("there", ""))
    chosen = _row(page, at_row)
    at_call = chosen["call"] if chosen else None
    most_nodes = FIRST_NODES // max(2, len(page.panes))
    rows = Rows(page, at_row, at_call, most_nodes=most_nodes, most_text=FIRST_TEXT)
    return render_page(
        "inspector/show.html",
        fragment=fragment,
        page=page,
        panes=page.panes,
        slice=_asked_rows(rows) if at_row is None else rows.around(at_row),
        at_row=at_row,
        at_call=at_call,
        lost_address=missed,
        calls=page.calls_around(chosen),
        problems=Problems(page, at_row),
        explained=explained,
    )


def _asked_rows(rows: Rows) -> Slice:
    """The rows up to one (`?until=`), or from one on (`?row=`)."""
    last = rows.count - 1
    until = request.args.get("until", type=int)
    if until is not None:
        return rows.ending_at(min(max(until, 0), last))
    return rows.starting_at(min(max(request.args.get("row", 0, type=int), 0), last))


@bp.get("/panes")
def panes(slug: str) -> Response:
    """The panes alone, with the rows from `?row=` on."""
    page = inspector(slug)
    if not wants_block():
        return make_response(redirect(page.link("conversations.show")))
    return inspector_page(page)


@bp.get("/choices")
def choices(slug: str) -> Response:
    """What holds for all panes: their order, ids, texts and media, with the other choices."""
    page = inspector(slug)
    return render_page(
        "inspector/choices_page.html", fragment="choices", page=page, panes=page.panes
    )


@bp.get("/made")
def made(slug: str) -> Response:
    """What a page waits for (`?lacks=answer,check,panes`), as far as it is there by now; 204
    where nothing of it is. What is not there is put into the queue."""
    page = inspector(slug)
    lacked = request.args.get("lacks", "panes").split(",")
    lacks = page.ask_for(lacked)
    if not wants_block():
        return make_response(redirect(page.link("conversations.show")))
    came = [one for one in lacked if one not in lacks]
    if not came:
        return Response(status=204)
    answer = make_response(
        render_template("inspector/came.html", page=page, came=came, lacks=lacks)
    )
    if "refusals" in came:  # they stand in the list and in all rows
        answer.headers["HX-Refresh"] = "true"
    return answer


@bp.get("/rows")
def rows(slug: str) -> Response:
    """Some of the rows: those `?from=` one on, those up to one (`?to=`), or those `?around=`
    one."""
    page = inspector(slug)
    found = Rows(page, most_nodes=AROUND_NODES if "around" in request.args else SLICE_NODES)
    ways = {"from": found.starting_at, "to": found.ending_at, "around": found.around}
    asked = [
        (ways[word], request.args.get(word, type=int)) for word in ways if word in request.args
    ]
    way, number = asked[0] if len(asked) == 1 else (found.starting_at, None)
    if number is None or not 0 <= number < found.count:
        abort(404)
    return render_page(
        "inspector/rows_page.html",
        fragment="rows",
        page=page,
        panes=page.panes,
        slice=way(number),
    )


@bp.get("/row/<int:number>")
def row(slug: str, number: int) -> Response:
    """One row with nothing cut; `?parts=` says how many parts it shows where it has very
    many."""
    page = inspector(slug)
    found = Rows(page)
    check(number < found.count, 404)
    one, pane_cells = found.row(number)
    return render_page(
        "inspector/row_page.html",
        fragment="rows",
        page=page,
        panes=page.panes,
        pane_cells=pane_cells,
        other=found.other_end(one, pane_cells),
        **found.placed(one).names,
        whole=True,
        most=max(request.args.get("parts", 0, type=int), ALONE_PARTS),
    )


@bp.get("/calls/at/<int:number>")
def calls_at(slug: str, number: int) -> Response:
    """The list of calls around a row."""
    page = inspector(slug)
    check(number < page.row.rows, 404)
    row = _row(page, number)
    return render_page(
        "inspector/list_page.html",
        fragment="list",
        page=page,
        list="calls",
        calls=page.calls_around(row),
        at_row=number,
        at_call=row["call"] if row else None,
    )


@bp.get("/calls/<int:number>")
def calls(slug: str, number: int) -> Response:
    """Some of the list of calls, or those that have the words of `?find=`."""
    page = inspector(slug)
    check(number * FEW_CALLS <= page.summary["entries"], 404)
    words = request.args.get("find", "")[:LONGEST_FILTER].strip()
    way = request.args.get("way", 0, type=int)
    return render_page(
        "inspector/list_page.html",
        fragment="list",
        page=page,
        list="calls",
        calls=page.calls_with(words) if words else page.calls(number, way),
    )


@bp.post("/delete")
def delete(slug: str) -> Response:
    """Delete the whole upload; only who manages it may."""
    found = conversation_of(slug)
    check(may_manage(found), 403, "Only who manages this upload can delete it.")
    deleting.delete(session(), found)
    return make_response(redirect(url_for("home.index"), 303))


@bp.get("/how-read")
def how_read(slug: str) -> Response:
    """What was read of the upload, and how."""
    return render_page("inspector/facts_page.html", fragment="facts", page=inspector(slug))


@bp.get("/format")
def formats(slug: str) -> Response:
    """The formats as which the same bytes can be read, for who does not agree."""
    return render_page("inspector/formats_page.html", fragment="formats", page=inspector(slug))


@bp.post("/format")
def reread(slug: str) -> Response:
    """Read the same bytes as another format; it gets a link of its own, and this one stays."""
    there = read_again(conversation_of(slug), request.form.get("format") or None)
    return make_response(redirect(url_for("conversations.show", slug=there), 303))


def _row(page: Inspector, number: int | None) -> Row | None:
    if number is None:
        return None
    return listings.outline_block(session(), page.row, number // BLOCK_ROWS)[
        number % BLOCK_ROWS
    ]
