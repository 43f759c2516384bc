"""The names of the agent trajectory interchange format, and of the fields of its steps."""

from crosswire.model import Traits

NAME = "atif"
TITLE = "ATIF trajectory"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"steps"})

OF_STEPS = frozenset(
    {"step_id", "timestamp", "source", "message", "reasoning_content", "tool_calls"}
    | {"observation", "metrics", "model_name", "reasoning_effort", "is_copied_context"}
    | {"llm_call_count", "extra"}
)
BOOKKEEPING = frozenset(
    {"metrics", "extra", "final_metrics", "agent", "step_id", "schema_version"}
    | {"subagent_trajectory_ref", "reasoning_effort", "continued_trajectory_ref"}
)
