"""Files to keep, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from urllib.parse import quote

from flask import Response, stream_with_context

from webapp.database.tables import ConversationRow, JobRow
from webapp.request_scope import session
from webapp.responses import AnyText
from webapp.store import blobs, packed, permalinks

# An upload is never shown by this server as a document of its own.
SANDBOX = "default-src 'none'; sandbox"
_ENDINGS = re.compile(
    r"(?:\.(?:json|jsonl|ndjson|sse|txt|zip|tar|tgz|db|sqlite))?(?:\.(?:gz|zst|bz2|xz))?\Z",
    re.IGNORECASE,
)


def send_original(
    row: ConversationRow | JobRow, name: str, *, with_keys: bool, most: int | None = None
) -> Response:
    """The bytes of an upload, a piece at a time: it may be large; `with_keys` as it came;
    only the first ones where `most` says how many."""
    read = packed.pieces_as_they_came if with_keys else blobs.upload_pieces
    pieces = read(session(), row, most)
    first = next(pieces, b"")  # what is wrong with it is said before the answer begins
    if not first:
        raise permalinks.Gone
    response = download(
        stream_with_context(chain([first], pieces)), name, "application/octet-stream"
    )
    came = packed.size_as_it_came(session(), row)
    response.content_length = most or (came if with_keys else row.upload.size)
    return response


def stem(row: ConversationRow) -> str:
    """The beginning of a file name: the upload's own where it has one."""
    name = _ENDINGS.sub("", row.upload.name or "")
    stem = name or f"conversation-{row.slug[:8]}"
    return f"{stem}-{row.number + 1}" if row.number else stem


def archive_name(name: str) -> str:
    """What a file is called that comes with its losses."""
    return f"{name}-with-losses.zip"


def download(body: bytes | Iterable[bytes], name: str, mimetype: str) -> Response:
    """An answer that a browser keeps as a file of this name."""
    plain = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip("-.") or "conversation"
    response = AnyText(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = (
        f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    )
    response.headers["Content-Security-Policy"] = SANDBOX
    return response
