"""An upload that is kept and not read yet: how far that is, in words."""

from __future__ import annotations

from dataclasses import dataclass

STAGES = {
    "read": "Reading it",
    "pair": "Pairing calls with results",
    "check": "Checking it",
    "arrange": "Arranging it for the page",
    "ahead": "Looking at what is wrong",
    "store": "Storing it",
}


@dataclass(frozen=True, slots=True)
class Waiting:
    """An upload that waits to be read, is being read, or could not be read."""

    slug: str
    name: str
    size: int
    state: str
    stage: str
    done: int
    of: int
    before: int
    """Others that are read first."""
    refused: str = ""
    """Why it could not be read."""
    again: bool = False
    """Whether older code read it already."""

    @property
    def is_failed(self) -> bool:
        return self.state == "failed"

    @property
    def words(self) -> str:
        """What is done now."""
        if self.state == "waiting":
            return "It waits to be read" + (
                f", after {self.before:,} others." if self.before > 1 else "."
            )
        if self.of > 1 and self.done < self.of:
            return f"Pairing and checking conversation {self.done + 1:,} of {self.of:,} …"
        return f"{STAGES.get(self.stage, STAGES['read'])} …"

    @property
    def share(self) -> float | None:
        """How much of it is done, where that can be said."""
        return self.done / self.of if self.of > 1 and self.state == "working" else None
