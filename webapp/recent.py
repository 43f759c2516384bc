"""What requests made lately and did not store, for whoever asks for the same next."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")
MOST = 64
"""Things that are kept: panes and verdicts of short logs."""


class Recent:
    """The last few things that were made; what several threads ask for at once is made by the
    first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._guard = Lock()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._locks: dict[Hashable, Lock] = {}
        self._users: Counter[Hashable] = Counter()

    def get(self, key: Hashable) -> Any:
        """What was made under a key; None where it is not kept."""
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def get_or_make(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made under a key, or is made now."""
        with self._turn(key):
            found: Made | None = self.get(key)
            if found is not None:
                return found
            made = make()
            with self._guard:
                self._kept[key] = made
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
            return made

    @contextmanager
    def _turn(self, key: Hashable) -> Iterator[None]:
        """Wait until no other thread makes the same."""
        with self._guard:
            lock = self._locks.setdefault(key, Lock())
            self._users[key] += 1
        try:
            with lock:
                yield
        finally:
            with self._guard:
                self._users[key] -= 1
                if not self._users[key]:
                    del self._users[key], self._locks[key]
