"""What requests made lately and did not store, for whoever asks for the same next."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

Made = TypeVar("Made")
P = ParamSpec("P")
MOST = 64
"""Things that are kept: panes and verdicts of short logs."""


MOST_ROWS = 500
"""Rows that are kept as they were written: the first ones of some 20 logs."""
SHORT_TEXT, MOST_SHORT = 4_000, 256
"""Characters of texts whose markup is kept, and how many of them of each kind."""


def kept_lately(make: Callable[P, Made]) -> Callable[P, Made]:
    """Keeps what was made of short texts: two panes show the same ones, and the next request
    often too. Its first argument is the text."""
    kept = lru_cache(maxsize=MOST_SHORT)(make)

    @wraps(make)
    def made(*args: P.args, **more: P.kwargs) -> Made:
        text = args[0]
        if isinstance(text, str) and len(text) > SHORT_TEXT:
            return make(*args, **more)
        return kept(*args, **more)  # type: ignore[arg-type] # a ParamSpec cannot say hashable

    return made


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
