"""The names of OpenHands' events."""

from crosswire.model import JsonObject, Role, Traits
from crosswire.model.json_values import text_or_empty

NAME = "openhands"
TITLE = "OpenHands events"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"action", "kind", "observation"})

BOOKKEEPING = frozenset(
    {"message", "extras", "tool_call_metadata", "timeout", "success", "cause", "source"}
    | {"llm_metrics", "llm_response_id", "security_risk", "args", "metrics", "test_result"}
    | {"instance", "metadata", "instance_id", "instruction", "error", "kind"}
    | {"summary", "responses_reasoning_item", "activated_skills", "extended_content"}
)
OF_PROGRAM = frozenset(
    {"change_agent_state", "agent_state_changed", "null", "recall", "condensation"}
    | {"condensation_request", "task_tracking", "loop_detection_recovery"}
)
"""Actions and observations by which the program goes on."""

_ROLES: dict[str, Role] = {"user": "user", "agent": "assistant", "environment": "user"}


def role_of(event: JsonObject) -> Role:
    """Who speaks in an event."""
    return _ROLES.get(text_or_empty(event.get("source")), "other")
