"""Turns of the threads of a process: what many ask for at once is made by the first of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from threading import Lock

_guard = Lock()
_locks: dict[Hashable, Lock] = {}
_users: Counter[Hashable] = Counter()


@contextmanager
def turn(*key: Hashable) -> Iterator[None]:
    """Wait until nobody else makes the same; whoever comes later looks first whether it is there."""
    with _guard:
        lock = _locks.setdefault(key, Lock())
        _users[key] += 1
    try:
        with lock:
            yield
    finally:
        with _guard:
            _users[key] -= 1
            if not _users[key]:
                del _users[key], _locks[key]
