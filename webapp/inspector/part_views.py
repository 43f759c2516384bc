"""One part by itself, as the tools beside it copy it: its ids, its address, its JSON to the
byte."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, jsonify, request

from crosswire.address import Address, document_of, pointer
from crosswire.containers import spans_of, write_json
from webapp.conversation_page.making import AnyPane, known_pane
from webapp.conversation_page.opening import inspector
from webapp.conversation_page.page import Inspector
from webapp.database.tables import PartRow
from webapp.downloads.files import download, stem
from webapp.readmodel.cell import Cell
from webapp.readmodel.outline import BLOCK_ROWS
from webapp.readmodel.panes import ORIGINAL, PaneChoice
from webapp.request_checks import check, found_or_404
from webapp.request_scope import session, whole
from webapp.store import listings, panes, steps
from webapp.wording.paths import path_words

_LINKS = 2
"""Further places of a part that are linked beside it."""

bp = Blueprint("parts", __name__, url_prefix="/c/<slug>/part")


@bp.get("/<int:number>")
def facts(slug: str, number: int) -> Response:
    """The ids and the place of the part in a row; `?of=` names the pane, which is the upload
    otherwise."""
    page, part = _asked(slug, number)
    cell = _cell(page, number)
    address = Address(part.address if cell is None else cell["address"])
    chip = None if cell is None else cell.get("id")
    return jsonify(
        address=address,
        document=document_of(address),
        pointer=pointer(address).partition("!")[0],
        id=part.call_id if cell is None else chip["value"] if chip else None,
        also=[
            {"words": path_words(at), "url": page.link("document.show", at=at)}
            for at in _further_places(page, number)
        ],
    )


def _further_places(page: Inspector, number: int) -> Sequence[str]:
    """The first of the other places where the upload has the part, and the last."""
    rows = listings.outline_block(session(), page.row, number // BLOCK_ROWS)
    places = next((row.get("also", ()) for row in rows if row["number"] == number), ())
    return places if len(places) <= _LINKS else [places[0], places[-1]]


@bp.get("/<int:number>.json")
def body(slug: str, number: int) -> Response:
    """The JSON of the part in a row: the upload's own bytes, or as a pane writes it
    (`?of=`)."""
    page, part = _asked(slug, number)
    cell = _cell(page, number)
    found = found_or_404(
        _of_upload(page, part) if cell is None else _of_payload(page, Address(cell["address"]))
    )
    return download(found, f"{stem(page.row)}.row-{number}.json", "application/json")


def _asked(slug: str, number: int) -> tuple[Inspector, PartRow]:
    page = inspector(slug)
    part = found_or_404(steps.part_of_row(session(), page.row, number))
    return page, part


def _cell(page: Inspector, number: int) -> Cell | None:
    """What a written pane shows in the row; None where the upload itself is asked for."""
    target = request.args.get("of", ORIGINAL)
    if target == ORIGINAL:
        return None
    pane = _pane(page, target)
    cells = pane.block(number // BLOCK_ROWS)[number % BLOCK_ROWS] if pane else []
    placed = [cell for cell in cells if cell["address"]]
    own = [cell for cell in placed if cell["relation"] != "added"]
    check(placed, 404)
    return (own or placed)[0]


def _pane(page: Inspector, target: str) -> AnyPane | None:
    asked = page.asked
    choice = PaneChoice(target, asked.ids, asked.media, asked.missing, asked.left_out)
    panes.check_target(target)
    return known_pane(page.row, choice)


def _of_upload(page: Inspector, part: PartRow) -> bytes | None:
    found = listings.part_bytes(session(), page.row, part)
    if found is not None:
        return found
    # A log that is no JSON text has no bytes for a part.
    conversation, _ = whole(page.row)
    raw = [one.raw for _, one in conversation.parts() if one.address == part.address]
    return write_json(raw[0], indent=True) if raw else None


def _of_payload(page: Inspector, address: Address) -> bytes | None:
    pane = _pane(page, request.args.get("of", ""))
    if pane is None:
        return None
    payload = pane.payload_bytes()
    # A repaired upload of several documents is a list of them.
    within = Address(f"0:/{document_of(address)}{pointer(address)}")
    spans = spans_of(payload, "json", [address, within])
    found = spans.get(address) or spans.get(within)
    return payload[slice(*found)] if found else None
