"""Pictures and files of a log: its bytes, as what they are and never as what it says of
them."""

from __future__ import annotations

import mimetypes
import re

from flask import Blueprint, Response, abort, make_response, request

from webapp.access import conversation_of
from webapp.readmodel.media_facts import PICTURES, type_of
from webapp.request_scope import session, whole
from webapp.store import media

bp = Blueprint("media", __name__, url_prefix="/c/<slug>/media")

# Whatever the bytes are, a page that shows them by themselves loads, runs and embeds nothing.
CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"
_KEY = re.compile("[0-9a-f]{20}")


@bp.get("/<int:row>/<key>")
def show(slug: str, row: int, key: str) -> Response:
    """A picture as such; everything else, and with `?download`, only as a file to keep."""
    found = conversation_of(slug)
    data = None
    if _KEY.fullmatch(key) and row < found.rows:
        data = media.media_bytes(session(), found, row, key, lambda: whole(found)[0])
    if data is None:
        abort(404)
    kind = type_of(data)
    response = make_response(data)
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    shown = kind in PICTURES and "download" not in request.args
    response.headers["Content-Type"] = kind if kind in PICTURES else "application/octet-stream"
    ending = mimetypes.guess_extension(kind) or ".bin"
    response.headers["Content-Disposition"] = (
        f'{"inline" if shown else "attachment"}; filename="row-{row}-{key[:6]}{ending}"'
    )
    return response
