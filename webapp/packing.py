"""How stored data is packed: zstd, and JSON below it."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

import orjson

from crosswire.containers import Data, source_of
from crosswire.errors import UnreadableUpload

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

NotPacked = zstd.ZstdError
"""What unpacking raises where the bytes are not those that were packed."""
SEGMENT_BYTES = 256 * 1024
"""Unpacked: as small as still packs well, so that reading one place costs little."""


def pack(data: bytes, level: int = 3) -> bytes:
    return zstd.compress(data, level)


def unpack(data: bytes) -> bytes:
    return zstd.decompress(data)


def pack_json(value: Any) -> bytes:
    try:
        text = orjson.dumps(value)
    except TypeError:  # lone surrogates, which only a log can hold
        text = json.dumps(value).encode()
    return pack(text)


def unpack_json(data: bytes) -> Any:
    text = unpack(data)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return json.loads(text)


def segments(data: Data, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """Offset and bytes of each segment from `start` on."""
    source = source_of(data)
    for offset in range(start, source.size, SEGMENT_BYTES):
        yield offset, source.slice(offset, offset + SEGMENT_BYTES)


def segments_as_read(data: Data, digest: str) -> Iterator[tuple[int, bytes]]:
    """All segments of what was read and has this digest; raises UnreadableUpload where a file
    was written meanwhile and holds something else now."""
    found = hashlib.sha256()
    for offset, piece in segments(data):
        found.update(piece)
        yield offset, piece
    if found.hexdigest() != digest:
        raise UnreadableUpload("The file was changed while it was read. Send it again.")
