"""The tools that a request declares, by the names that calls may use.

What is declared is not always all there is: a search may bring more tools, a stored prompt or
agent has its own, and some built-in tools are called by names that stand nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from crosswire.model import Conversation, JsonValue, ToolCallPart, ToolPart
from crosswire.model.json_values import field_of, list_or_empty, object_or_empty

WRAPPERS = frozenset({"multi_tool_use.parallel", "multi_tool_use_parallel"})
"""Names under which a model writes several calls as one."""
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


@dataclass(slots=True)
class DeclaredTools:
    """What a request declares, one tool for a name; None where several have it."""

    by_name: dict[str, ToolPart | None] = field(default_factory=dict)
    are_all: bool = True
    """Whether a call to any other tool is one to a tool that is not there."""

    def has(self, call: ToolCallPart) -> bool:
        """Whether the tool of a call is declared; also within its namespace."""
        return call.name in self.by_name or call.name.rpartition(".")[2] in self.by_name

    def like(self, name: str) -> str | None:
        """A declared name that is written a little otherwise."""
        wanted = _folded(name)
        return next((other for other in self.by_name if _folded(other) == wanted), None)


def declared_tools(conversation: Conversation) -> DeclaredTools | None:
    """The tools of a request; None where it declares none that a call could name."""
    found = DeclaredTools()
    for tool in conversation.tools():
        for name in _names(tool):
            found.by_name[name] = None if name in found.by_name else tool
        found.are_all &= tool.kind not in _BRING_MORE and (
            bool(tool.name) or isinstance(tool.raw, dict)
        )
    found.are_all &= all(
        setting.name not in _KEPT_ELSEWHERE for setting in conversation.settings()
    )
    return found if found.by_name else None


def is_called_by_name(call: ToolCallPart) -> bool:
    """Whether a call names a tool of the client's; tools of a provider are called by a type of
    item."""
    return (
        call.executed_by == "client" and not call.hybrid and call.wire_type in _CALLED_BY_NAME
    )


def _names(tool: ToolPart) -> Iterator[str]:
    raw = object_or_empty(tool.raw)
    inner = raw.get("function")  # in words of Chat Completions, wherever it stands
    if isinstance(inner, dict) and isinstance(inner.get("name"), str):
        yield str(inner["name"])
    elif isinstance(raw.get("name"), str):
        yield str(raw["name"])
    elif tool.name and tool.kind in ("function", "custom"):
        yield tool.name
    yield from _inside(raw.get("tools"))


def _inside(tools: JsonValue) -> Iterator[str]:
    """Names of what a namespace holds."""
    for tool in list_or_empty(tools):
        name = field_of(tool, "name")
        if isinstance(name, str):
            yield name


def _folded(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
