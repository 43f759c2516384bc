"""A message of HTTP as it went over the wire: its first line, its headers and its body."""

from __future__ import annotations

import re

from crosswire.containers.packed_text import MAX_UNPACKED, unpack
from crosswire.model import JsonObject

_FIRST_LINE = re.compile(
    rb"HTTP/\d(?:\.\d)? \d{3}|[A-Z]{3,10} [^ \r\n]{1,8000} HTTP/\d(?:\.\d)?\r?\n"
)
_HEAD_ENDS = re.compile(rb"\r?\n\r?\n")
_CHUNK = re.compile(rb"(?:\r\n)?([0-9a-fA-F]{1,8})(?:;[^\r\n]{0,200})?\r\n")
"""The size of a piece, in hexadecimal digits."""
_HEADER = re.compile(r"([^:\s]+):[ \t]*([^\r\n]*)")


def read(data: bytes) -> JsonObject | None:
    """A request or an answer; None where bytes are none. A body that is no text is left out,
    and told by its size."""
    if _FIRST_LINE.match(data) is None:
        return None
    head, _, body = _parted(data)
    first, *lines = head.decode("latin-1").splitlines()
    found = (_HEADER.match(line) for line in lines)
    headers: JsonObject = {one[1]: one[2] for one in found if one is not None}
    text = unpack(_without_chunks(body), MAX_UNPACKED)
    told: JsonObject = {"bytes": len(body)} if text is None else {"body": text}
    return {"first_line": first, "headers": headers, **told}


def _parted(data: bytes) -> tuple[bytes, bytes, bytes]:
    end = _HEAD_ENDS.search(data)
    if end is None:
        return data, b"", b""
    return data[: end.start()], end[0], data[end.end() :]


def _without_chunks(body: bytes) -> bytes:
    """A body that says its length piece by piece, put together; exporters did so with some,
    and these stay as they are."""
    pieces, place = list[bytes](), 0
    while found := _CHUNK.match(body, place):
        size = int(found[1], 16)
        if not size:
            return b"".join(pieces)
        pieces.append(body[found.end() : found.end() + size])
        place = found.end() + size
    return b"".join(pieces) if pieces and place >= len(body.rstrip()) else body
