"""How many secrets stand in an upload, of which a large one is never held whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

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


def count_secrets(data: Data) -> SecretCount:
    """Count the secrets. A large log is looked through some lines at a time, and what its
    lines say again once, unless a stream may have sent a secret on several lines."""
    kinds: dict[bytes, SecretKind] = {}
    for stretch in _stretches(data):
        for secret, kind in kinds_of_secrets(stretch).items():
            known = kinds.setdefault(sha256(secret).digest(), kind)
            if is_surer(kind, known):
                kinds[sha256(secret).digest()] = kind
    sure = sum(kind.is_sure for kind in kinds.values())
    return SecretCount(sure, len(kinds) - sure)


def _stretches(data: Data) -> Iterator[bytes]:
    if not isinstance(data, Source):
        yield data
    elif may_be_streamed(data.slice(0, STRETCH)):
        yield data.whole()
    else:
        yield from _gathered(_apart(line for _, line in data.lines()))


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


def _apart(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines, and of long ones the objects that no long one held before."""
    known = set[bytes]()
    for line in lines:
        if len(line) <= LONG_LINE:
            yield line
            continue
        for piece in _objects(line):
            mark = sha256(piece).digest() if len(piece) >= SHORTEST_KNOWN else b""
            if not mark or mark not in known:
                yield piece
            if mark:
                known.add(mark)


def _objects(line: bytes) -> Iterator[bytes]:
    """A line in pieces, each up to where an object of a list ends and the next one begins."""
    start = 0
    while (found := line.find(_BETWEEN, start)) >= 0:
        yield line[start : found + 1]
        start = found + len(_BETWEEN) - 1
    yield line[start:]
