"""How many secrets stand in an upload, of which a large one is never held whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from crosswire.containers import Data, Source
from crosswire.secrets.finding import is_surer, kinds_of_secrets
from crosswire.secrets.secret_rule import SecretKind
from crosswire.secrets.streamed import may_be_streamed

STRETCH = 4_000_000
"""Bytes of lines that are looked through at once."""


@dataclass(frozen=True, slots=True)
class SecretCount:
    """Different secrets, however often each stands in the upload."""

    sure: int
    probable: int


def count_secrets(data: Data) -> SecretCount:
    """Count the secrets; those of lines in pieces some lines at a time, unless a stream may
    have sent one on several lines."""
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
        yield from _whole_lines(data)


def _whole_lines(source: Source) -> Iterator[bytes]:
    start = 0
    while start < source.size:
        line_end = source.find(b"\n", start + STRETCH)
        end = source.size if line_end < 0 else line_end + 1
        yield source.slice(start, end)
        start = end
