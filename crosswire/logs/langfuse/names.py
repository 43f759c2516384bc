"""The names of Langfuse's exports, and the keys of its observations."""

from crosswire.logs.spans.runs import Dialect
from crosswire.model import Traits

NAME = "langfuse"
TITLE = "Langfuse trace"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"parentObservationId", "parent_observation_id"})

_OF_OBSERVATIONS = frozenset(
    {"metadata", "modelParameters", "usageDetails", "costDetails", "usage", "tags", "release"}
    | {"name", "statusMessage", "version", "environment", "userId", "promptName", "model"}
    | {"providedCostDetails", "usagePricingTierName", "toolCallNames", "toolDefinitions"}
    | {"providedModelName", "model_parameters", "usage_details", "internalModel", "htmlPath"}
    | {"scores", "status_message", "prompt_name", "trace_name", "traceName", "tool_call_names"}
    | {"tool_definitions", "comments"}
)

DIALECT = Dialect(
    kinds={"generation": "model", "tool": "tool", "agent": "agent"},
    parent=("parentObservationId", "parent_observation_id"),
    trace=("traceId", "trace_id"),
    session=("sessionId", "session_id"),
    start=("startTime", "start_time", "timestamp"),
    error=("errorMessage",),
    model=("model", "providedModelName", "provided_model_name"),
    tools=("toolDefinitions", "tool_definitions"),
    usage=("usageDetails", "usage_details", "usage"),
    again=("toolCalls", "tool_calls"),
    bookkeeping=_OF_OBSERVATIONS,
)
KINDS = frozenset(
    {"GENERATION", "SPAN", "EVENT", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EVALUATOR"}
    | {"EMBEDDING", "GUARDRAIL"}
)
