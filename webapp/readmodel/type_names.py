"""What the registry of wire types says of a part, as a page or a program is told."""

from __future__ import annotations

from typing import TypedDict

from crosswire import wire_types
from crosswire.model import ToolCallPart, ToolResultPart


class KnownType(TypedDict):
    """A wire type that has a page of its own."""

    slug: str
    category: str


def known_type(part: ToolCallPart | ToolResultPart, dialect: str) -> KnownType | None:
    """The type of a call or a result, where the registry has it."""
    found = wire_types.of(part, dialect)
    return None if found is None else KnownType(slug=found.slug, category=found.category.value)


_IN_WORDS = {
    "nullable": "nullable: its id may be null or absent",
    "conflated": "conflated: only the item's own id",
    "synthetic": "synthetic: an SDK makes the id",
    "fabricated": "fabricated: no id of any kind",
}


def category_words(category: str) -> str:
    """What becomes of the ids of such a type; of a natural one there is nothing to say."""
    return _IN_WORDS.get(category, "")
