"""The names of ADK's sessions and sets of evaluations, and of what stands in them."""

from crosswire.formats import gemini
from crosswire.model import Traits

NAME = "adk"
TITLE = "Google ADK session"
WIRE_FORMAT = gemini.NAME
TRAITS = Traits(results_follow_calls=False, ids_are_natural=False, program="Google ADK")
SIGNS = frozenset({"author", "expected_tool_use", "userContent", "user_content"})

ABOUT = frozenset(
    {"invocation_id", "invocationId", "id", "author", "timestamp", "branch", "options"}
    | {"is_greeting", "isGreeting", "partial", "turn_complete", "turnComplete", "actions"}
    | {"long_running_tool_ids", "longRunningToolIds", "custom_metadata", "customMetadata"}
    | {"usage_metadata", "usageMetadata", "grounding_metadata", "groundingMetadata"}
    | {"error_code", "errorCode", "interrupted", "finish_reason", "finishReason"}
    | {"citation_metadata", "citationMetadata", "avg_logprobs", "avgLogprobs"}
    | {"logprobs_result", "logprobsResult", "cache_metadata", "cacheMetadata"}
    | {"model_version", "modelVersion", "interaction_id", "live_session_resumption_update"}
    | {"function_call_event_id", "node_info", "nodeInfo"}
)
"""Fields of an event that say who, when and how, and what it changed in the program."""
OF_SESSION = frozenset(
    {"context", "state", "artifacts"}
    | {"app_name", "appName", "user_id", "userId", "last_update_time", "lastUpdateTime"}
    | {"session_input", "sessionInput", "creation_timestamp", "creationTimestamp"}
    | {"eval_set_id", "eval_id", "evalSetId", "evalId", "name", "initial_session"}
    | {"rubrics", "final_session_state", "conversation_scenario", "app_details"}
)
"""Fields around events and cases: what the program keeps of the session."""
EVENT_LOGS = "event_logs"
"""The requests that were sent for the events, with their answers."""
