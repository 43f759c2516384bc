"""Finds what a map holds in a payload that went on since: by what is said, then by the
place."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from crosswire.address import Address
from crosswire.roundtrip.sidecar import Entry


def matched(
    entries: Sequence[Entry], now: Sequence[tuple[Address, str]]
) -> dict[int, list[Address]]:
    """Which entries stand as they were written, and where: by what they say, then by their
    place."""
    waiting: dict[str, list[Address]] = defaultdict(list)
    for at, digest in now:
        waiting[digest].append(at)
    wanted = [
        (number, at, digest)
        for number, entry in enumerate(entries)
        for at, digest in zip(entry.at, entry.digests, strict=False)
    ]
    wanted.sort(key=lambda one: in_payload(one[1]))
    taken = _aligned(wanted, now, waiting)
    found: dict[int, list[Address]] = {}
    for number, entry in enumerate(entries):
        places = [taken.get((number, at)) for at in entry.at]
        if all(place is not None for place in places):
            found[number] = [place for place in places if place is not None]
    return found


def _aligned(
    wanted: Sequence[tuple[int, str, str]],
    now: Sequence[tuple[Address, str]],
    waiting: dict[str, list[Address]],
) -> dict[tuple[int, str], Address]:
    """What begins alike and what ends alike is the same; between, each takes the first that
    says the same."""
    taken: dict[tuple[int, str], Address] = {}
    first = 0
    while first < min(len(wanted), len(now)) and wanted[first][2] == now[first][1]:
        taken[wanted[first][:2]] = now[first][0]
        first += 1
    last = 1
    while last <= min(len(wanted), len(now)) - first and wanted[-last][2] == now[-last][1]:
        taken[wanted[-last][:2]] = now[-last][0]
        last += 1
    used = set(taken.values())
    free = {
        digest: deque(at for at in places if at not in used)
        for digest, places in waiting.items()
    }
    for number, at, digest in wanted[first : len(wanted) - last + 1]:
        if free.get(digest):
            taken[number, at] = free[digest].popleft()
    return taken


def in_payload(at: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts addresses by their positions in lists; fields of their own come first."""
    tokens = at.split("/")[1:]
    if len(tokens) < 2:
        return ((-1, -1, at),)
    return tuple((1, int(token), "") if token.isdigit() else (0, 0, token) for token in tokens)
