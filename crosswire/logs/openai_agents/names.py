"""The names of the states of runs, and of what stands in them."""

from crosswire.formats import openai_responses
from crosswire.model import Traits

NAME = "openai-agents"
TITLE = "OpenAI Agents SDK run state"
WIRE_FORMAT = openai_responses.NAME
TRAITS = Traits(results_follow_calls=False, program="OpenAI Agents SDK")
SIGNS = frozenset({"$schemaVersion", "callId", "message_data"})

VERSION = "$schemaVersion"
INPUT = ("original_input", "originalInput")
ITEMS = ("generated_items", "generatedItems")
ALL_ITEMS = ("session_items", "sessionItems")
BEFORE = ("previous_response_id", "previousResponseId", "conversation_id", "conversationId")
"""Fields that name what the run goes on with."""
ROW = "message_data"
"""The column of a session's database that holds an item."""
RAW = ("raw_item", "rawItem")
REPEATED = frozenset(
    {"model_responses", "modelResponses", "last_model_response", "lastModelResponse"}
    | {"last_processed_response", "lastProcessedResponse", "current_step", "currentStep"}
    | {*ITEMS, *ALL_ITEMS}
)
"""Fields that hold items once more: by answer, by step, or as a session keeps them."""
AROUND_ITEMS = frozenset(
    {"agent", "type", "output", "description", "title", "tool_name", "toolName"}
    | {"tool_origin", "toolOrigin", "custom_data", "customData", "tool_lookup_key"}
    | {"source_agent", "target_agent", "sourceAgent", "targetAgent", "usage", "response_id"}
    | {"request_id", "responseId", "requestId"}
)
"""Fields beside an item that say who did it, and what of it a program keeps for itself."""
OF_THE_RUN = frozenset(
    {"context", "current_agent", "currentAgent", "tool_use_tracker", "toolUseTracker"}
    | {"trace", "pending_input", "pendingInput", "current_agent_span", "currentAgentSpan"}
    | {"input_guardrail_results", "output_guardrail_results", "inputGuardrailResults"}
    | {"outputGuardrailResults", "tool_input_guardrail_results", "toolInputGuardrailResults"}
    | {"tool_output_guardrail_results", "toolOutputGuardrailResults"}
    | {"generated_session_item_indexes", "nested_history_owned_session_item_refs"}
)
