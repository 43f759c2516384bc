"""The format's name and traits, for reading and writing alike."""

from crosswire.model import Traits

NAME = "anthropic"
TITLE = "Anthropic Messages"
TRAITS = Traits(results_share_a_message=True)

OF_MCP = frozenset({"mcp_tool_use", "mcp_tool_result"})
"""Blocks of tools that Anthropic calls for itself, whose ids are like those of a client's tools."""
