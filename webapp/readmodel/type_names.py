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
