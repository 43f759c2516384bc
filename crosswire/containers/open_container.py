"""An object or array of nearly JSON that is open while the text is read."""

from __future__ import annotations

CLOSING = {"{": "}", "[": "]"}


class OpenContainer:
    """An object or array that is open at the place of the moment."""

    __slots__ = ("before_entry", "closing", "counts", "key", "last_is_text", "number", "wants")

    def __init__(self, bracket: str, before: tuple[int, tuple[int, int, int]]) -> None:
        self.closing = CLOSING[bracket]
        self.counts: dict[str, int] = {}
        """How often each key stood."""
        self.key: str | None = None
        self.number = 0
        """Entries so far."""
        self.wants = True
        """Whether an entry may begin: after the bracket or a comma."""
        self.last_is_text = False
        self.before_entry = before
        """Where the entry of the moment begins, with the comma before it, and what was written
        by then."""

    def ended_entry(self) -> None:
        self.number += 1
        self.wants = False

    def step(self) -> tuple[str | int, int] | None:
        if self.closing == "]":
            return self.number, 0
        return None if self.key is None else (self.key, self.counts[self.key] - 1)
