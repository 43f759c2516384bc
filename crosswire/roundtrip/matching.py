"""Finds what a sidecar holds in a payload that went on since: by what is said, then by the
place."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import takewhile

from crosswire.address import Address, pointer_tokens
from crosswire.roundtrip.sidecar import Entry

_Wanted = tuple[int, str, str]
"""The number of an entry, a place that it was written to, and the digest of what was there."""


def matched(
    entries: Sequence[Entry], now: Sequence[tuple[Address, str]]
) -> dict[int, list[Address]]:
    """Which entries stand as they were written, and where; `now` has the places of the payload
    with their digests."""
    wanted = [
        (number, place, digest)
        for number, entry in enumerate(entries)
        for place, digest in zip(entry.at, entry.digests, strict=False)
    ]
    wanted.sort(key=lambda one: in_payload(one[1]))
    taken = _aligned(wanted, now)
    places = {
        number: [taken.get((number, place)) for place in entry.at]
        for number, entry in enumerate(entries)
    }
    return {
        number: [place for place in found if place is not None]
        for number, found in places.items()
        if None not in found
    }


def _aligned(
    wanted: Sequence[_Wanted], now: Sequence[tuple[Address, str]]
) -> dict[tuple[int, str], Address]:
    """What begins alike and what ends alike is the same; between, each takes the first that
    says the same."""
    shorter = min(len(wanted), len(now))
    first = _count_equal(wanted, now)
    last = min(_count_equal(wanted[::-1], now[::-1]), shorter - first)
    pairs = [*zip(wanted[:first], now[:first], strict=True)]
    pairs += zip(wanted[len(wanted) - last :], now[len(now) - last :], strict=True)
    taken = {(number, at): place for (number, at, _), (place, _) in pairs}
    free: dict[str, deque[Address]] = defaultdict(deque)
    for place, digest in now[first : len(now) - last]:
        free[digest].append(place)
    for number, at, digest in wanted[first : len(wanted) - last]:
        if free[digest]:
            taken[number, at] = free[digest].popleft()
    return taken


def _count_equal(wanted: Iterable[_Wanted], now: Iterable[tuple[Address, str]]) -> int:
    """How many have the same digests from the beginning on."""
    digests = ((one[2], other[1]) for one, other in zip(wanted, now, strict=False))
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], digests))


def in_payload(place: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts addresses by their positions in lists; fields of their own come first."""
    tokens = pointer_tokens(place)
    if len(tokens) < 2:
        return ((-1, -1, place),)
    return tuple((1, int(token), "") if token.isdigit() else (0, 0, token) for token in tokens)
