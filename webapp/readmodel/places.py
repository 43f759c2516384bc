"""Addresses as pages show them, and which row shows an address."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from webapp.readmodel.text import printable

DEEPEST = 300
"""Ancestors of an address that are looked up; no upload is nested so deep."""


def address_hash(address: str) -> int:
    """A number that finds an address, as pages show it, in an index."""
    return _hash(printable(address).encode())


def id_hash(call_id: str) -> int:
    """A number that finds a call id, as the log has it, in an index."""
    return _hash(call_id.encode("utf-8", "surrogatepass"))


def _hash(data: bytes) -> int:
    """31 bits: few others have the same, and whoever looks one up compares what it is of."""
    digest = hashlib.blake2b(data, digest_size=8).digest()
    return int.from_bytes(digest, "big") & 0x7FFF_FFFF


def around_address(address: str) -> Iterator[str]:
    """An address and its ancestors, the nearest first, as pages show them."""
    return islice(_self_and_ancestors(printable(address)), DEEPEST)


def row_around(address: str, places: Mapping[str, int]) -> int | None:
    """The row of the nearest place at or around an address."""
    return next((places[at] for at in around_address(address) if at in places), None)


def first_below(address: str, places: Iterable[tuple[str, int]]) -> int | None:
    """The row of the first place below an address."""
    shown = printable(address)
    beginnings = shown if shown.endswith(":") else tuple(shown + mark for mark in "/!@")
    return next((row for place, row in places if place.startswith(beginnings)), None)


def _self_and_ancestors(address: str) -> Iterator[str]:
    while address:
        yield address
        cut = max(address.rfind(mark) for mark in "/!@")
        address = address[:cut] if cut >= 0 else ""
