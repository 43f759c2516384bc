"""Declarations of tools in the logs of programs."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.sessions.fields import field, text
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty


def read_tools(into: ConversationBuilder, tools: JsonValue, at: Address) -> None:
    """Read a list of declarations, each of which has a name."""
    schemas = "parameters|inputSchema|input_schema|function.parameters"
    for i, tool in enumerate(list_or_empty(tools)):
        told = object_or_empty(tool)
        name = text(told, "name|function.name")
        if name is not None:
            place = child(at, i)
            into.tool(
                name,
                place,
                tool,
                description=text(told, "description|function.description"),
                schema=field(told, place, schemas).value,
            )
