"""The names of tau-bench's results."""

from crosswire.model import Traits

NAME = "tau-bench"
TITLE = "tau-bench results"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"reward", "reward_info", "task_id", "trial"})

BOOKKEEPING = frozenset(
    {"info", "reward", "reward_info", "tasks", "turn_idx", "timestamp", "cost", "usage"}
    | {"raw_data", "requestor", "termination_reason", "agent_cost", "user_cost", "review"}
    | {"error", "evaluation_criteria", "mode"}
)
