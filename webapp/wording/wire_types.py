"""What pages say of wire types."""

from __future__ import annotations

_IN_WORDS = {
    "nullable": "nullable: its id may be null or absent",
    "conflated": "conflated: only the item's own id",
    "synthetic": "synthetic: an SDK makes the id",
    "fabricated": "fabricated: no id of any kind",
}


def category_words(category: str) -> str:
    """What becomes of the ids of a type of this category; empty for a natural one."""
    return _IN_WORDS.get(category, "")
