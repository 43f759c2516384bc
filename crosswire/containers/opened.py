"""What every container gives: its documents in order, and what had to be said about reading
them."""

from __future__ import annotations

from dataclasses import dataclass, field

from crosswire.containers.bodies import Body
from crosswire.model import JsonValue, Note

MAX_NOTES = 100
"""A file may be odd at a million places; this many are told."""


@dataclass(slots=True)
class Opened:
    """An upload, opened."""

    container: str
    """`json`, `jsonl`, `sse`, `python`, `yaml` or `pasted`."""
    documents: list[JsonValue]
    notes: list[Note] = field(default_factory=list)
    lines: list[int] | None = None
    """JSON Lines, event streams and pastes: the 1-based line of each document, as not every
    line holds one."""
    bodies: list[Body] | None = None
    """Pastes: where each document stands."""
    errors: list[str] = field(default_factory=list)
    """Pastes: the words of errors that stood beside the documents."""


def shortened(notes: list[Note]) -> list[Note]:
    """The first notes, and one that says that there are more."""
    if len(notes) <= MAX_NOTES:
        return notes
    return [
        *notes[:MAX_NOTES],
        Note("more-notes", "There is more of this kind; only the first places are told."),
    ]
