"""The tools that a request declares, by the names that calls may use.

What is declared is not always all there is: a search may bring more tools, a stored prompt or
agent has its own, and some built-in tools are called by names that stand nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from crosswire.model import Conversation, ToolCallPart, ToolPart
from crosswire.model.json_values import field_of, list_or_empty, text_field, texts_in

WRAPPERS = frozenset({"multi_tool_use.parallel", "multi_tool_use_parallel"})
"""Names under which a model writes several calls as one."""
OF_MCP_SERVER = "mcp_tool"
"""The kind of a tool that a provider's answer lists as one of an MCP server's."""
_BRING_MORE = frozenset(
    {"tool_search", "computerUse", "mcpServers", "mcp", "additional_tools"}
)
"""Kinds of tools that bring others, whose names are not declared."""
_KEPT_ELSEWHERE = frozenset(
    {"prompt", "agent_reference", "agent", "cachedContent", "cached_content"}
)
"""Settings that name something stored, with tools of its own."""
_CALLED_BY_NAME = frozenset(
    {
        "function",
        "custom",
        "function_call",
        "custom_tool_call",
        "tool_use",
        "functionCall",
        "toolUse",
    }
)


class DeclaredTools(Struct):
    """What a request declares, one tool for a name; None where several have it."""

    by_name: dict[str, ToolPart | None]
    are_all: bool
    """Whether a call to any other tool is one to a tool that is not there; False where none is
    declared."""
    _by_folded: dict[str, str] | None = None
    """The names as `like` compares them, once somebody asks."""

    def has(self, call: ToolCallPart) -> bool:
        """Whether the tool of a call is declared; also within its namespace."""
        return call.name in self.by_name or call.name.rpartition(".")[2] in self.by_name

    def like(self, name: str) -> str | None:
        """A declared name that is written a little otherwise."""
        if self._by_folded is None:
            # The first of those that are alike stands last here, and counts.
            names = reversed(self.by_name)
            self._by_folded = {_folded(other): other for other in names}
        return self._by_folded.get(_folded(name))


def declared_tools(conversation: Conversation) -> DeclaredTools:
    """The tools of a request that a call could name."""
    by_name: dict[str, ToolPart | None] = {}
    for tool in conversation.tools():
        for name in _names(tool):
            by_name[name] = None if name in by_name else tool
    settings = {setting.name for setting in conversation.settings()}
    may_be_others = any(map(_may_bring_more, conversation.tools()))
    are_all = bool(by_name) and not may_be_others and _KEPT_ELSEWHERE.isdisjoint(settings)
    return DeclaredTools(by_name, are_all)


def _may_bring_more(tool: ToolPart) -> bool:
    """Whether there may be tools behind it that are not declared."""
    is_unknown = not tool.name and not isinstance(tool.raw, dict)
    return is_unknown or tool.kind in _BRING_MORE


def is_called_by_name(call: ToolCallPart) -> bool:
    """Whether a call names a tool of the client's; tools of a provider are called by a type of
    item."""
    return call.is_for_client and call.wire_type in _CALLED_BY_NAME


def _names(tool: ToolPart) -> Iterator[str]:
    # In words of Chat Completions, wherever it stands, or in those of others.
    name = text_field(field_of(tool.raw, "function"), "name")
    name = text_field(tool.raw, "name") if name is None else name
    if name is not None:
        yield name
    elif tool.name and tool.kind in ("function", "custom"):
        yield tool.name
    inside = list_or_empty(field_of(tool.raw, "tools"))
    yield from texts_in([field_of(inner, "name") for inner in inside])


def _folded(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
