"""Messages that a log writes again in each snapshot of its state: counted once.

A snapshot whose messages another one begins with says nothing new. One that begins as another
does and then goes its own way is a branch.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from crosswire.containers import json_document
from crosswire.logs.shared.finding import Run


class Snapshot(Struct):
    """A run that says something new."""

    run: Run
    shared: int = 0
    """Messages at its beginning that one before it has."""
    home: int = 0
    """Which of those kept has them."""


def without_repeats(runs: Sequence[Run]) -> tuple[list[Snapshot], list[Run]]:
    """The runs that say something new, in their order, and those that only repeat."""
    keys = [_beginnings(run) for run in runs]
    longest: dict[bytes, int] = {}
    for own in keys:
        for number, key in enumerate(own):
            longest[key] = max(longest.get(key, 0), len(own) - number)
    kept: list[Snapshot] = []
    repeats: list[Run] = []
    homes: dict[bytes, int] = {}
    for run, own in zip(runs, keys, strict=True):
        if not own or longest[own[-1]] > 1 or own[-1] in homes:
            repeats.append(run)
            continue
        shared = sum(key in homes for key in own)
        kept.append(Snapshot(run, shared, homes[own[shared - 1]] if shared else 0))
        for key in own:
            homes.setdefault(key, len(kept) - 1)
    return kept, repeats


def _beginnings(run: Run) -> list[bytes]:
    """A key for each beginning of the messages; equal ones have equal keys."""
    found: list[bytes] = []
    before = hashlib.sha256()
    for value, _ in run.messages:
        before.update(json_document.write(value))
        found.append(before.digest())
    return found
