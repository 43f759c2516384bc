"""Declarations of tools: those of a request, and those that an item brings on the way."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import list_or_empty, text_or_empty, text_or_none, type_of

DECLARING = "additional_tools"
"""The type of an item that brings tools."""
_TOOL_KEYS = frozenset({"type", "name", "description", "parameters"})


def read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """Read an element of the request's tools."""
    into.settings_and_tools.append(declared(tool, at))


def brought(item: JsonObject, at: Address) -> list[ToolPart]:
    """The tools that an item brings, if it is of the type that does."""
    tools = list_or_empty(item.get("tools")) if type_of(item) == DECLARING else []
    return [declared(tool, child(at, "tools", i)) for i, tool in enumerate(tools)]


def declared(tool: JsonValue, at: Address) -> ToolPart:
    """The declaration of a tool."""
    if not isinstance(tool, dict):
        kind = type(tool).__name__
        return ToolPart(name=text_or_empty(tool), address=at, raw=tool, kind=kind)
    kind = type_of(tool) or "function"
    name = text_or_none(tool.get("name"))
    return ToolPart(
        name=kind if name is None else name,
        address=at,
        raw=tool,
        description=text_or_none(tool.get("description")),
        schema=tool.get("parameters"),
        kind=kind,
        extras=extras_of(tool, _TOOL_KEYS),
    )
