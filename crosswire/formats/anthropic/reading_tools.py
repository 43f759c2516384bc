"""Declarations of tools: those of a request, and those that blocks bring on the way."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue, Part, TextPart, ToolPart
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    text_or_empty,
    text_or_none,
    type_of,
)
from crosswire.tools.declared import OF_MCP_SERVER

COMPACTION = "compaction"
DECLARING = frozenset({"tool_addition", "tool_removal", "mcp_tool_listing", COMPACTION})
"""Types of blocks that say which tools there are from here on."""
_TOOL_KEYS = frozenset({"type", "name", "description", "input_schema"})
_REASON = "It says which tools there are from here on."


def read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """Read an element of the request's tools."""
    into.settings_and_tools.append(declared(tool, at))


def declared(tool: JsonValue, at: Address, kind: str | None = None) -> ToolPart:
    """The declaration of a tool; `kind` is known where it is not said."""
    if not isinstance(tool, dict):
        return ToolPart(name="", address=at, raw=tool, kind="not an object")
    said = text_or_none(tool.get("type"))
    # Here "custom" is the word for an ordinary tool with a schema.
    said = "function" if said in (None, "custom") else str(said)
    return ToolPart(
        name=text_or_empty(tool.get("name")),
        address=at,
        raw=tool,
        description=text_or_none(tool.get("description")),
        schema=tool.get("input_schema"),
        kind=kind or said,
        extras=extras_of(tool, _TOOL_KEYS),
    )


def read_declaring(block: JsonObject, kind: str, at: Address) -> Part:
    """A block that brings tools or takes them away; the summary of a compaction is text."""
    summary = block.get("content") if kind == COMPACTION else None
    part: Part = opaque(block, at, _REASON)
    if isinstance(summary, str):
        extras = extras_of(block, frozenset({"content"}))
        part = TextPart(address=at, raw=block, text=summary, extras=extras)
    part.declares = list(_brought(block, at))
    return part


def _brought(block: JsonObject, at: Address) -> Iterator[ToolPart]:
    """The tools that a block defines; references to others define nothing."""
    tool = object_or_empty(block.get("tool"))
    if tool.get("type") == "tool_definition" and "definition" in tool:
        yield declared(tool["definition"], child(at, "tool", "definition"))
    if type_of(block) == "mcp_tool_listing":
        for i, listed in enumerate(list_or_empty(block.get("tools"))):
            yield declared(listed, child(at, "tools", i), OF_MCP_SERVER)
    for i, change in enumerate(list_or_empty(block.get("tool_changes"))):
        yield from _brought(object_or_empty(change), child(at, "tool_changes", i))
