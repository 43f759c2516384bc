"""The names of Anthropic's managed agents, and of their events."""

from crosswire.model import Traits

NAME = "managed-agents"
TITLE = "Anthropic managed agents' events"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False)
SIGNS = frozenset[str]()

CALLS = frozenset({"agent.tool_use", "agent.mcp_tool_use", "agent.custom_tool_use"})
RESULTS = {
    "agent.tool_result": "tool_use_id",
    "agent.mcp_tool_result": "mcp_tool_use_id",
    "user.custom_tool_result": "custom_tool_use_id",
    "user.tool_result": "tool_use_id",
}
"""A type of result -> the field with the id of its call."""
MESSAGES = {"user.message": "user", "agent.message": "assistant", "system.message": "system"}
BOOKKEEPING = frozenset(
    {
        "agent_name",
        "processed_at",
        "session_thread_id",
        "evaluated_permission",
        "mcp_server_name",
    }
    | {"usage", "stats", "metadata", "environment_id", "resources", "vault_ids", "title"}
    | {"name", "description", "skills", "multiagent", "mcp_servers"}
)
