"""Files to keep, and what they are called."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from urllib.parse import quote

from flask import Response, request, stream_with_context

from webapp.database.tables import ConversationRow, EarlierRow, JobRow
from webapp.etags import DIGITS
from webapp.request_scope import session
from webapp.responses import AnyText
from webapp.store import blobs, growing, packed, permalinks

# An upload is never shown by this server as a document of its own.
SANDBOX = "default-src 'none'; sandbox"
_ENDINGS = re.compile(
    r"(?:\.(?:json|jsonl|ndjson|sse|txt|zip|tar|tgz|db|sqlite))?(?:\.(?:gz|zst|bz2|xz))?\Z",
    re.IGNORECASE,
)


def send_original(
    row: ConversationRow | JobRow,
    name: str,
    *,
    with_keys: bool,
    earlier: EarlierRow | None = None,
) -> Response:
    """The bytes of an upload, or of an earlier revision of it, a piece at a time: it may be
    large; `with_keys` as it came."""
    tag = _tag(row, earlier, with_keys=with_keys)
    if request.if_none_match.contains(tag):
        return _with_tag(AnyText(status=304), tag)
    size, pieces = _measured(row, earlier, with_keys=with_keys)
    first = next(pieces, b"")  # what is wrong with it is said before the answer begins
    if not first:
        raise permalinks.Gone
    response = download(
        stream_with_context(chain([first], pieces)), name, "application/octet-stream"
    )
    response.content_length = size
    return _with_tag(response, tag)


def _with_tag(response: Response, tag: str) -> Response:
    response.set_etag(tag)
    return response


def _tag(row: ConversationRow | JobRow, earlier: EarlierRow | None, *, with_keys: bool) -> str:
    """What is another where other bytes are sent, told without reading them."""
    came = earlier or (packed.packed_of(session(), row.upload_id) if with_keys else None)
    digest = (came or row.upload).digest
    hidden = b"" if with_keys else (earlier or row.upload).hidden_keys or b""
    return hashlib.sha256(digest.encode() + b" " + hidden).hexdigest()[:DIGITS]


def _measured(
    row: ConversationRow | JobRow, earlier: EarlierRow | None, *, with_keys: bool
) -> tuple[int, Iterator[bytes]]:
    if earlier is not None and isinstance(row, ConversationRow):
        found = growing.pieces_of(session(), row, earlier, with_keys=with_keys)
        return earlier.size, found
    if with_keys:
        pieces = packed.pieces_as_they_came(session(), row)
        return packed.size_as_it_came(session(), row), pieces
    return row.upload.size, blobs.upload_pieces(session(), row)


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
