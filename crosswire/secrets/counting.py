"""How many secrets stand in an upload, of which a large one is never held whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

from crosswire.containers import Data, Source
from crosswire.secrets.finding import is_surer, kinds_of_secrets
from crosswire.secrets.secret_rule import SecretKind
from crosswire.secrets.streamed import may_be_streamed

STRETCH = 4_000_000
"""Bytes that are looked through at once."""
LONG_LINE = 1_000_000
"""A longer line is taken apart, into the objects of its lists."""
SHORTEST_KNOWN = 1_000
"""Bytes of an object that is known again, where a line repeats it."""
_BETWEEN = b"},{"


class SecretCount(Struct, frozen=True):
    """Different secrets, however often each stands in the upload."""

    sure: int
    probable: int


_Kinds: TypeAlias = dict[bytes, SecretKind]
"""By the digest of each secret."""
Each: TypeAlias = Callable[[Callable[[bytes], _Kinds], Iterable[bytes]], Iterable[_Kinds]]
"""Gives what a function makes of each item, as `map` does, in any order."""


def count_secrets(data: Data, each: Each = map) -> SecretCount:
    """Count the secrets. A large log is looked through some lines at a time, and what its
    lines say again once, unless a stream may have sent a secret on several lines. `each` may
    look through these in several processes."""
    kinds: _Kinds = {}
    for found in each(_kinds_in, _stretches(data)):
        for digest, kind in found.items():
            if is_surer(kind, kinds.setdefault(digest, kind)):
                kinds[digest] = kind
    sure = sum(kind.is_sure for kind in kinds.values())
    return SecretCount(sure, len(kinds) - sure)


def _kinds_in(stretch: bytes) -> _Kinds:
    found = kinds_of_secrets(stretch)
    return {sha256(secret).digest(): kind for secret, kind in found.items()}


def _stretches(data: Data) -> Iterator[bytes]:
    if not isinstance(data, Source):
        yield data
    elif may_be_streamed(data.slice(0, STRETCH)):
        yield data.whole()
    else:
        yield from _gathered(_apart(data))


def _gathered(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Pieces together, each on lines of its own."""
    some, size = list[bytes](), 0
    for piece in pieces:
        some.append(piece)
        size += len(piece)
        if size >= STRETCH:
            yield b"\n".join(some)
            some, size = [], 0
    yield b"\n".join(some)


def _apart(source: Source) -> Iterator[bytes]:
    """Lines that follow each other, and of long ones the objects that no long one held
    before."""
    known = set[bytes]()
    first = 0
    for start, end in source.line_places():
        if end - start > LONG_LINE:
            yield source.slice(first, start)
            yield from _new(_objects(source.pieces(start, end)), known)
            first = end + 1
        elif end - first >= STRETCH:
            yield source.slice(first, end)
            first = end + 1
    yield source.slice(first, source.size)


def _new(pieces: Iterable[bytes], known: set[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        mark = sha256(piece).digest() if len(piece) >= SHORTEST_KNOWN else b""
        if not mark or mark not in known:
            yield piece
        if mark:
            known.add(mark)


def _objects(line: Iterable[bytes]) -> Iterator[bytes]:
    """A line in pieces, each up to where an object of a list ends and the next one begins."""
    waiting, looked = bytearray(), 0
    for piece in line:
        waiting += piece
        while (found := waiting.find(_BETWEEN, looked)) >= 0:
            yield bytes(waiting[: found + 1])
            del waiting[: found + len(_BETWEEN) - 1]
            looked = 0
        looked = max(len(waiting) - len(_BETWEEN) + 1, 0)
    yield bytes(waiting)
