"""The bytes of uploads outside the database: in an S3-compatible store, or in a folder.

An upload is one object: where each of its packed segments ends, then the segments. How long
these are unpacked stands at the end of its key. So a place is read with two ranges, and an
object is there whole or not at all.
"""

from __future__ import annotations

import secrets
import struct
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote, urlsplit

from webapp.packing import FIRST_SEGMENT_BYTES, SEGMENT_BYTES, pack, unpack

SCHEMES = ("s3", "file", "memory")
AT_ONCE = 4_000_000
"""Bytes of an object that are held at once while it is written."""
YOUNG = timedelta(hours=1)
"""An object without a row may belong to an upload that is just being kept."""


class UnusableObjects(Exception):
    """An object store that cannot be used, said in one line."""


class ObjectsUnreachable(Exception):
    """The object store did not do what it was asked for."""


class Objects:
    """An object store under one prefix, which belongs to one database."""

    def __init__(self, address: str) -> None:
        self._store = _opened(address)

    def put(self, pieces: Iterable[tuple[int, bytes]]) -> str:
        """Keep the bytes of an upload, which come in segments; the key under which they
        are."""
        import obstore

        key = f"{secrets.token_urlsafe(24)}.{SEGMENT_BYTES}"
        with SpooledTemporaryFile(max_size=AT_ONCE) as frames:
            head = _write_frames(pieces, frames)
            size = frames.tell()
            frames.seek(0)
            written = chain([head], iter(partial(frames.read, AT_ONCE), b""))
            with _told():
                if size <= AT_ONCE:
                    obstore.put(self._store, key, b"".join(written))
                else:  # in parts, which the store puts together when all are there
                    obstore.put(self._store, key, written)
        return key

    def slice(self, key: str, size: int, start: int, end: int) -> bytes:
        """Some bytes of an upload of this size; none where the object is gone."""
        each = _segment_bytes(key)
        first, last = start // each, -(-min(end, size) // each)
        if last <= first:
            return b""
        head = 8 * -(-size // each)
        with suppress(FileNotFoundError), _told():
            ends = (0, *struct.unpack(f"<{head // 8}Q", self._range(key, 0, head)))
            found = self._range(key, head + ends[first], head + ends[last])
            base = ends[first]
            frames = (found[ends[n] - base : ends[n + 1] - base] for n in range(first, last))
            offset = first * each
            return b"".join(map(unpack, frames))[start - offset : end - offset]
        return b""

    def remove(self, keys: Iterable[str]) -> None:
        """Remove objects; one that is gone already is no matter."""
        import obstore

        for key in keys:
            with suppress(FileNotFoundError), _told():
                obstore.delete(self._store, key)

    def keys(self, older_than: timedelta = YOUNG) -> Iterator[str]:
        """The keys of all objects that are not young."""
        import obstore

        before = datetime.now(UTC) - older_than
        with _told():
            for some in obstore.list(self._store):
                yield from (one["path"] for one in some if one["last_modified"] <= before)

    def _range(self, key: str, start: int, end: int) -> bytes:
        import obstore

        return bytes(obstore.get_range(self._store, key, start=start, end=end))


def _segment_bytes(key: str) -> int:
    """How long the segments of an object are; its key says it where they are not the first
    ones' length."""
    _, _, told = key.partition(".")
    return int(told) if told else FIRST_SEGMENT_BYTES


def open_objects(address: str) -> Objects | None:
    """The object store of `CROSSWIRE_UPLOADS`; None where the database has the bytes."""
    return None if address == "database" else Objects(address)


def _write_frames(pieces: Iterable[tuple[int, bytes]], frames: IO[bytes]) -> bytes:
    """Write the segments of an object; its head, which is known when all are written."""
    ends = array("Q")
    for _, piece in pieces:
        frames.write(pack(piece))
        ends.append(frames.tell())
    return struct.pack(f"<{len(ends)}Q", *ends)


def _opened(address: str) -> Any:
    if urlsplit(address).scheme not in SCHEMES:
        raise UnusableObjects(
            "CROSSWIRE_UPLOADS is `database`, s3://bucket/prefix or file:///folder."
        )
    try:
        from obstore.exceptions import BaseError
        from obstore.store import from_url
    except ModuleNotFoundError as error:
        raise UnusableObjects(
            "CROSSWIRE_UPLOADS needs the package obstore: pip install 'crosswire[s3]'."
        ) from error
    try:
        if address.startswith("file:"):
            Path(unquote(urlsplit(address).path)).mkdir(
                parents=True, exist_ok=True, mode=0o700
            )
        return from_url(address)
    except (BaseError, OSError, ValueError) as error:
        raise UnusableObjects(
            f"CROSSWIRE_UPLOADS cannot be used: {type(error).__name__}."
        ) from error


@contextmanager
def _told() -> Iterator[None]:
    """What goes wrong in the store, without its words, which may hold keys."""
    from obstore.exceptions import BaseError

    try:
        yield
    except FileNotFoundError:
        raise
    except (BaseError, OSError) as error:
        raise ObjectsUnreachable(type(error).__name__) from None
