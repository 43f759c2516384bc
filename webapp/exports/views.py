"""Downloads: a conversation in any wire format, and the upload as it came."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import chain
from typing import Any, cast, get_args
from urllib.parse import quote

from flask import Blueprint, Response, abort, request, stream_with_context

import crosswire
from crosswire.exports import with_losses
from crosswire.model.loss import IdChange
from crosswire.model.media import MEDIA_POLICIES, MediaPolicy
from crosswire.rendering.id_plan import IdPolicy
from crosswire.roundtrip.sidecar import write_file
from webapp.access import conversation_of
from webapp.database.engine import session
from webapp.database.tables import ConversationRow, JobRow
from webapp.store import blobs, conversations, panes, permalinks
from webapp.store.panes import Pane

bp = Blueprint("exports", __name__)

# What somebody uploaded is never shown by this server as a document of its own.
SANDBOX = "default-src 'none'; sandbox"


@bp.get("/c/<slug>/as/<format>.json")
def conversation(slug: str, format: str) -> Response:
    """The conversation as a request body.

    `?losses=1` wraps it with what was lost and renamed, `?held=1` with the map for the way back;
    `?losses=zip` puts them beside it in an archive.
    """
    row = conversation_of(slug)
    if format not in crosswire.FORMATS:
        abort(404)
    pane = panes.pane(session(), row, format, id_policy(), media_policy())
    body, name = pane.payload_bytes(), f"{stem(row)}.{pane.target}.json"
    if request.args.get("losses") == "zip":
        more = [("held.json", held_map(row, format))] if request.args.get("held") else []
        packed = with_losses(name, body, lost_and_renamed(pane), more)
        return download(packed, archive_name(name), "application/zip")
    told: list[tuple[str, bytes]] = []
    if request.args.get("losses"):
        told += [
            (field, json.dumps(value, indent=2).encode()) for field, value in lost_and_renamed(pane).items()
        ]
    if request.args.get("held"):
        told.append(("held", held_map(row, format)))
    if told:
        body = _wrapped([("payload", body.rstrip()), *told])
    return download(body, name, "application/json")


@bp.get("/c/<slug>/original")
def original(slug: str) -> Response:
    """The upload, to the byte."""
    row = conversation_of(slug)
    return send_original(row, row.upload.name or f"{stem(row)}.{row.upload.container}")


def send_original(row: ConversationRow | JobRow, name: str) -> Response:
    """The bytes of an upload, a piece at a time: it may be large."""
    pieces = blobs.upload_pieces(session(), row)
    first = next(pieces, b"")  # what is wrong with it is said before the answer begins
    if not first:
        raise permalinks.Gone
    body = stream_with_context(chain([first], pieces))
    response = download(body, name, "application/octet-stream")
    response.content_length = row.upload.size
    return response


def id_policy() -> IdPolicy:
    """The policy that a request asks for with `?ids=`."""
    asked = request.args.get("ids", "fill")
    if asked not in get_args(IdPolicy):
        abort(400, f"ids is one of {', '.join(get_args(IdPolicy))}.")
    return cast("IdPolicy", asked)


def media_policy() -> MediaPolicy:
    """Where media of results are to stand, as a request asks with `?media=`."""
    asked = request.args.get("media", "inside")
    if asked not in MEDIA_POLICIES:
        abort(400, f"media is one of {', '.join(MEDIA_POLICIES)}.")
    return asked


def lost_and_renamed(pane: Pane) -> dict[str, Any]:
    """What a pane lost, and each id and name that is not the log's, as programs are told of it."""
    return {
        "losses": pane.row.losses,
        "id_map": [IdChange(**change).record() for change in pane.row.id_map],
        "name_map": pane.row.name_map or [],
    }


def held_map(row: ConversationRow, format: str) -> bytes:
    """What the format has no field for, as `crosswire convert --hold` writes it."""
    found, pairing = conversations.whole(session(), row)
    rendering = crosswire.render(found, format, ids=id_policy(), pairing=pairing, media=media_policy())
    return write_file([crosswire.hold(found, rendering)])


def _wrapped(fields: Iterable[tuple[str, bytes]]) -> bytes:
    """An object of values that are JSON already."""
    return b"{\n" + b",\n".join(b'"%b": %b' % (name.encode(), value) for name, value in fields) + b"\n}\n"


def stem(row: ConversationRow) -> str:
    """The beginning of a file name: the upload's own where it has one."""
    name = re.sub(r"\.(json|jsonl|ndjson|sse|txt)$", "", row.upload.name or "", flags=re.IGNORECASE)
    stem = name or f"conversation-{row.slug[:8]}"
    return f"{stem}-{row.number + 1}" if row.number else stem


def archive_name(name: str) -> str:
    """What a file is called that comes with its losses."""
    return f"{name}-with-losses.zip"


def download(body: bytes | Iterable[bytes], name: str, mimetype: str) -> Response:
    plain = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip("-.") or "conversation"
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = (
        f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    )
    response.headers["Content-Security-Policy"] = SANDBOX
    return response
