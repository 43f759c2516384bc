"""How stored data is packed: zstd, and JSON below it.

Records of a reading are packed with a dictionary of what such records have in common, as each
is small and most are packed alone.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
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
FEWEST_BESIDE = 8
"""Bytes; zstd looks beside no fewer."""
_CHECKED: dict[int, int] = {zstd.CompressionParameter.checksum_flag: 1}
FRAME_HEAD = 18
"""Bytes; what stands before packed data has no more."""
DICTIONARIES = Path(__file__).parent / "dictionaries"
"""Written by `tests/webapp/train_dictionary.py`; each stays for what is packed with it."""
NEWEST = 2099952586
SEGMENT_BYTES = 1024 * 1024
"""Unpacked: as small as still packs well, so that reading one place costs little. A log mostly
repeats what it said less than so many bytes before. A smaller one must divide it, as bytes are
read from where a segment of this size begins."""
FIRST_SEGMENT_BYTES = 256 * 1024
"""What segments had before, and still have where they are kept since then."""


def pack(data: bytes, level: int = 3, beside: bytes = b"") -> bytes:
    """Pack what may repeat bytes that are kept elsewhere: it is unpacked `beside` the same
    ones, and raises NotPacked beside others."""
    known = _known(beside)
    packer = _packer(level) if known is None else _new_packer(level, known)
    return packer.compress(data, zstd.ZstdCompressor.FLUSH_FRAME)


def _new_packer(level: int, known: Any) -> zstd.ZstdCompressor:
    options = {zstd.CompressionParameter.compression_level: level} | _CHECKED
    return zstd.ZstdCompressor(options=options, zstd_dict=known)


@cache
def _packer(level: int, dictionary: int | None = None) -> zstd.ZstdCompressor:
    """One that packs again and again: to make it takes as long as to pack ten records. Threads
    take turns with it."""
    named = None if dictionary is None else _dictionary(dictionary).as_digested_dict
    return _new_packer(level, named)


def unpack(data: bytes, beside: bytes = b"") -> bytes:
    named = zstd.get_frame_info(data).dictionary_id
    known = _dictionary(named) if named else _known(beside)
    return zstd.decompress(data, zstd_dict=known)


def unpacked_size(head: bytes) -> int:
    """How many bytes something is unpacked, by the first `FRAME_HEAD` ones of it packed; none
    where that is damaged."""
    try:
        return zstd.get_frame_info(head).decompressed_size or 0
    except NotPacked:
        return 0


@cache
def _dictionary(id: int) -> zstd.ZstdDict:
    """One of the dictionaries with which records are packed or were packed once."""
    try:
        return zstd.ZstdDict((DICTIONARIES / f"{id}.zdict").read_bytes())
    except FileNotFoundError as error:
        raise NotPacked(f"There is no dictionary {id}.") from error


def _known(beside: bytes) -> Any:
    if len(beside) < FEWEST_BESIDE:
        return None
    return zstd.ZstdDict(beside, is_raw=True).as_prefix


def json_bytes(value: Any) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError:  # lone surrogates, which only a log can hold
        return json.dumps(value).encode()


def pack_json(value: Any) -> bytes:
    return pack(json_bytes(value))


def pack_record(value: Any) -> bytes:
    """Pack what a reading gives; `unpack_json` knows by itself which dictionary it needs."""
    return _packer(3, NEWEST).compress(json_bytes(value), zstd.ZstdCompressor.FLUSH_FRAME)


def unpack_json(data: bytes) -> Any:
    return json_of(unpack(data))


def json_of(text: bytes) -> Any:
    """What `json_bytes` wrote."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return json.loads(text)


def segments(data: Data, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """Offset and bytes of each segment from `start` on."""
    source = source_of(data)
    for offset in range(start, source.size, SEGMENT_BYTES):
        yield offset, source.slice(offset, offset + SEGMENT_BYTES)


def segments_of(pieces: Iterable[bytes], each: int) -> Iterator[tuple[int, bytes]]:
    """The same, `each` as long, of what comes in pieces of any size, of which one is held at
    a time."""
    offset, waiting = 0, bytearray()
    for piece in pieces:
        waiting += piece
        while len(waiting) >= each:
            yield offset, bytes(waiting[:each])
            del waiting[:each]
            offset += each
    if waiting:
        yield offset, bytes(waiting)


def segments_as_read(data: Data, digest: str) -> Iterator[tuple[int, bytes]]:
    """All segments of what was read and has this digest; raises UnreadableUpload where a file
    was written meanwhile and holds something else now."""
    found = hashlib.sha256()
    for offset, piece in segments(data):
        found.update(piece)
        yield offset, piece
    if found.hexdigest() != digest:
        raise UnreadableUpload("The file was changed while it was read. Send it again.")
