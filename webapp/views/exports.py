"""Downloads: a conversation in any wire format, and the upload as it came."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast, get_args
from urllib.parse import quote

from flask import Blueprint, Response, abort, request

import crosswire
from crosswire.id_plan import IdPolicy
from crosswire.loss import IdChange
from webapp import store
from webapp.database import session
from webapp.store import Pane
from webapp.tables import ConversationRow

bp = Blueprint("exports", __name__)

# What somebody uploaded is never shown by this server as a document of its own.
SANDBOX = "default-src 'none'; sandbox"


@bp.get("/c/<slug>/as/<format>.json")
def conversation(slug: str, format: str) -> Response:
    """The conversation as a request body; `?losses=1` wraps it with what was lost and renamed."""
    row = store.find(session(), slug)
    if row is None or format not in crosswire.FORMATS:
        abort(404)
    pane = store.pane(session(), row, format, id_policy())
    body = pane.payload_bytes()
    if request.args.get("losses"):
        body = _with_losses(body, pane)
    return download(body, f"{stem(row)}.{pane.target}.json", "application/json")


@bp.get("/c/<slug>/original")
def original(slug: str) -> Response:
    """The upload, to the byte."""
    row = store.find(session(), slug)
    if row is None:
        abort(404)
    name = row.upload.name or f"{stem(row)}.{row.upload.container}"
    return download(store.upload_bytes(session(), row), name, "application/octet-stream")


def id_policy() -> IdPolicy:
    """The policy that a request asks for with `?ids=`."""
    asked = request.args.get("ids", "fill")
    if asked not in get_args(IdPolicy):
        abort(400, f"ids is one of {', '.join(get_args(IdPolicy))}.")
    return cast("IdPolicy", asked)


def changed_id(change: Mapping[str, Any]) -> dict[str, str | bool | None]:
    """An id that is not the log's, as programs are told of it; `change` is a stored `IdChange`."""
    return IdChange(**change).record()


def _with_losses(payload: bytes, pane: Pane) -> bytes:
    told = {"losses": pane.row.losses, "id_map": list(map(changed_id, pane.row.id_map))}
    losses = json.dumps(told, indent=2)
    return b'{\n"payload": ' + payload.rstrip() + b",\n" + losses[2:].encode() + b"\n"


def stem(row: ConversationRow) -> str:
    """The beginning of a file name: the upload's own where it has one."""
    name = re.sub(r"\.(json|jsonl|ndjson|txt)$", "", row.upload.name or "", flags=re.IGNORECASE)
    stem = name or f"conversation-{row.slug[:8]}"
    return f"{stem}-{row.number + 1}" if row.number else stem


def download(body: bytes, name: str, mimetype: str) -> Response:
    plain = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip("-.") or "conversation"
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = (
        f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    )
    response.headers["Content-Security-Policy"] = SANDBOX
    return response
