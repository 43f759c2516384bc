"""The format's name, traits and rules for ids and names, for reading and writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "anthropic"
TITLE = "Anthropic Messages"
MODEL_IN_BODY = True
TRAITS = Traits(results_share_a_message=True)
NAME_RULE = NameRule(r"[a-zA-Z0-9_-]+", 128, called=NameRule(r"(?s:.+)", 200))
OF_MCP = frozenset({"mcp_tool_use", "mcp_tool_result"})
"""Blocks of tools that Anthropic calls for itself, whose ids are like those of a client's
tools."""
ID_RULE = IdRule(
    pattern=r"[a-zA-Z0-9_-]+",
    native="toolu_01{22}",
    server=IdRule(pattern=r"srvtoolu_[a-zA-Z0-9_]+", native="srvtoolu_cw_{22}"),
    as_of_clients=OF_MCP,
)
