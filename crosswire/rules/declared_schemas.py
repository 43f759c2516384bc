"""The schemas of the tools of a request, each walked once, as rules look at them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from crosswire.address import Address, child
from crosswire.model import Conversation, JsonValue, ToolPart
from crosswire.model.json_values import field_of, value_at
from crosswire.rendering.name_plan import unfolded
from crosswire.tools.schema_places import OF_GEMINI, Path, SchemaPlaces

Walked = dict[int, SchemaPlaces]
"""Schemas that were walked, by the identity of their JSON."""

_IN_FUNCTION: tuple[Path, ...] = (("function", "parameters"),)
_BESIDE_NAME: tuple[Path, ...] = (("parameters",),)
_SCHEMA_AT: dict[str, tuple[Path, ...]] = {
    "openai-chat": _IN_FUNCTION,
    "mistral": _IN_FUNCTION,
    "cohere": _IN_FUNCTION,
    "ollama": _IN_FUNCTION,
    "openai-responses": _BESIDE_NAME,
    "azure-foundry": _BESIDE_NAME,
    "anthropic": (("input_schema",),),
    "bedrock": (("toolSpec", "inputSchema", "json"),),
    "gemini": (("parameters",), ("parametersJsonSchema",), ("parameters_json_schema",)),
}
"""Where a declaration in a format has its schema: the first of these that is there."""


class DeclaredSchema(Struct, frozen=True):
    """The schema of one tool, as the request has it."""

    tool: ToolPart
    at: Path
    """Where the declaration has it."""
    places: SchemaPlaces
    strict: bool
    """Whether the declaration asks that it be enforced."""

    @property
    def schema(self) -> JsonValue:
        return self.places.root

    @property
    def field(self) -> str:
        """The name of the field that holds it."""
        return self.at[-1]

    def address(self, path: Path = ()) -> Address:
        """Where it stands, or a place in it."""
        return child(self.tool.address, *self.at, *path)


def functions(conversation: Conversation) -> Iterator[ToolPart]:
    """The tools that a client runs and declares with a schema."""
    for outer in conversation.tools():
        yield from (tool for tool in unfolded(outer) if tool.kind == "function")


def place_of_schema(tool: ToolPart, format: str) -> Path | None:
    """Where a declaration has its schema, also one that is null; None where it has none."""
    for path in _SCHEMA_AT.get(format, ()):
        holder = value_at(tool.raw, *path[:-1])
        if isinstance(holder, dict) and path[-1] in holder:
            return path
    return None


def declared_schemas(conversation: Conversation, walked: Walked) -> list[DeclaredSchema]:
    """The schemas of a request; one that was walked already is not walked again."""
    format, found = conversation.format, []
    for tool in functions(conversation):
        at = place_of_schema(tool, format)
        schema = None if at is None else value_at(tool.raw, *at)
        if at is not None and schema is not None:
            places = walked.get(id(schema))
            if places is None or places.root is not schema:
                places = walked[id(schema)] = SchemaPlaces(schema, _spellings(at, format))
            strict = _says_strict(tool, at)
            found.append(DeclaredSchema(tool, at, places, strict))
    return found


def _spellings(at: Path, format: str) -> dict[str, str]:
    return OF_GEMINI if format == "gemini" and at == ("parameters",) else {}


def _says_strict(tool: ToolPart, at: Path) -> bool:
    """Whether the object that holds name and schema says so."""
    around = at[:1] if at[0] in ("function", "toolSpec") else ()
    return field_of(value_at(tool.raw, *around), "strict") is True
