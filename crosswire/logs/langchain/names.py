"""The names of LangChain's messages, and of what stands in them."""

from crosswire.model import Role, Traits

NAME = "langchain"
TITLE = "LangChain"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset[str]()

ROLES: dict[str, Role] = {
    "human": "user",
    "user": "user",
    "ai": "assistant",
    "assistant": "assistant",
    "system": "system",
    "developer": "developer",
    "tool": "tool",
    "function": "tool",
    "chat": "other",
    "generic": "other",
}
OWN_WORDS = frozenset({"human", "ai"})
"""Words for roles that only this framework has."""
SAYS_NOTHING = frozenset(
    {"id", "type", "name", "example", "lc", "lc_kwargs", "lc_serializable", "lc_namespace"}
    | {"tool_calls", "invalid_tool_calls", "tool_call_chunks", "chunk_position", "role"}
)
"""Fields of a message that hold nothing which was said, or are read apart."""
BESIDE = frozenset(
    {"response_metadata", "usage_metadata", "artifact", "additional_kwargs", "metadata"}
    | {"status", "config", "parent_config", "checkpoint", "tasks", "next", "created_at"}
    | {"interrupts", "parents", "llm_output", "generation_info", "run_id", "thread_id"}
)
"""Fields that tell of a message and are kept with it: what a provider reported, what a tool
keeps for its program, and the steps of a graph."""
