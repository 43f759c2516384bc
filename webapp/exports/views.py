"""Downloads: a conversation in any wire format, and the upload as it came."""

from __future__ import annotations

import json
from collections.abc import Iterable

from flask import Blueprint, Response, request

import crosswire
from crosswire.exports import with_losses
from webapp.access import conversation_of, may_manage
from webapp.conversation_page.opening import inspector
from webapp.database.tables import ConversationRow, EarlierRow
from webapp.downloads.conversions import converted, sidecar_file
from webapp.downloads.files import archive_name, download, send_original, stem
from webapp.exports.dialog import ExportDialog
from webapp.hypermedia import render_page
from webapp.request_checks import check, found_or_404
from webapp.request_scope import session
from webapp.store import growing, packed

bp = Blueprint("exports", __name__)


@bp.get("/c/<slug>/exporting")
def choose(slug: str) -> Response:
    """The choices of an export, and what the provider would say to it."""
    page = inspector(slug)
    dialog = ExportDialog(page)
    return render_page("exports/choose.html", fragment="export", page=page, dialog=dialog)


@bp.get("/c/<slug>/as/<format>.json")
def conversation(slug: str, format: str) -> Response:
    """The conversation as a request body; `?fixed=1` as the fix leaves it.

    `?losses=1` wraps it with what was lost and renamed, `?held=1` with the map for the way
    back; `?losses=zip` puts them beside it in an archive.
    """
    row = conversation_of(slug)
    check(format in crosswire.FORMATS, 404)
    made, name = converted(row, format), f"{stem(row)}.{format}.json"
    body = made.payload
    if request.args.get("losses") == "zip":
        more = [("held.json", sidecar_file(row, format))] if request.args.get("held") else []
        packed = with_losses(name, body, made.report(), more)
        return download(packed, archive_name(name), "application/zip")
    told: list[tuple[str, bytes]] = []
    if request.args.get("losses"):
        told += [
            (field, json.dumps(value, indent=2).encode())
            for field, value in made.report().items()
        ]
    if request.args.get("held"):
        told.append(("held", sidecar_file(row, format)))
    if told:
        body = _wrapped([("payload", body.rstrip()), *told])
    return download(body, name, "application/json")


@bp.get("/c/<slug>/original")
def original(slug: str) -> Response:
    """The upload, to the byte; for who does not manage it without the keys around its
    conversations, and of one that came packed only the text that was read. `?revision=` gives
    what it was before it grew."""
    row = conversation_of(slug)
    earlier = _earlier(row)
    ending = "txt" if row.upload.container == "pasted" else row.upload.container
    may_have_it = may_manage(row)
    came_so = may_have_it or packed.packed_of(session(), row.upload_id) is None
    name = (came_so and row.upload.name) or f"{stem(row)}.{ending}"
    return send_original(row, name, with_keys=may_have_it, earlier=earlier)


def _earlier(row: ConversationRow) -> EarlierRow | None:
    """The revision that is asked for; None where it is the one that stands there now."""
    number = request.args.get("revision", type=int)
    if number is None or number == growing.revision_number(session(), row.upload_id):
        return None
    return found_or_404(growing.earlier_revision(session(), row.upload_id, number))


def _wrapped(fields: Iterable[tuple[str, bytes]]) -> bytes:
    """An object of values that are JSON already."""
    return (
        b"{\n"
        + b",\n".join(b'"%b": %b' % (name.encode(), value) for name, value in fields)
        + b"\n}\n"
    )
