"""How a format declares tools, and a declaration in words that every format has."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from crosswire.model import JsonObject
from crosswire.tools.schema_places import Path
from crosswire.tools.schemas import PLAIN, SchemaRule


class ToolForms(Struct, frozen=True):
    """How a format declares tools."""

    title: str
    """As in sentences: "Converse has no ..."."""
    name_at: Path
    """Where a declaration has its name."""
    schema_at: Path
    """Where it has its schema."""
    schemas: SchemaRule = PLAIN
    needs_schema: bool = True
    """Whether a tool without arguments must have a schema all the same."""
    says_strict: bool = False
    """Whether a declaration may say that its schema is enforced."""
    custom: bool = False
    """Whether a tool may take free text."""


class Declaration(Struct, frozen=True):
    """A tool in words that every format has, for it to spell."""

    name: str
    description: str | None
    schema: JsonObject | None
    strict: bool | None
    custom: bool = False
    """Whether it takes free text, and is to be declared so."""
    grammar: JsonObject | None = None
    """`syntax` and `definition` of the free text, where it must follow a grammar."""

    def described(self) -> JsonObject:
        """Name and description, as all but one format spell them."""
        written: JsonObject = {"name": self.name}
        return (
            written
            if self.description is None
            else {**written, "description": self.description}
        )


Spell = Callable[[Declaration], JsonObject]
