"""The names of SWE-agent's trajectories."""

from crosswire.model import Traits

NAME = "swe-agent"
TITLE = "SWE-agent trajectory"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"agent", "observation", "trajectory_format"})

BOOKKEEPING = frozenset(
    {"info", "environment", "replay_config", "state", "execution_time", "agent", "thought"}
    | {"message_type", "action", "is_demo", "tool_call_ids", "cache_control", "response"}
    | {"extra_info", "extra", "tags", "thinking_blocks", "instance_id"}
)
