"""What every container gives: its documents in order, and what had to be said about reading them."""

from __future__ import annotations

from dataclasses import dataclass, field

from crosswire.model import JsonValue, Note


@dataclass(slots=True)
class Opened:
    """An upload, opened."""

    container: str
    """`json`, `jsonl` or `python`."""
    documents: list[JsonValue]
    notes: list[Note] = field(default_factory=list)
    lines: list[int] | None = None
    """JSON Lines: the 1-based line of each document, as blank and broken lines hold none."""
