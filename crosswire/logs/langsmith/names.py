"""The names of LangSmith's runs, and their keys."""

from crosswire.logs.spans.runs import Dialect
from crosswire.model import Traits

NAME = "langsmith"
TITLE = "LangSmith runs"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"run_type"})

DIALECT = Dialect(
    kinds={"llm": "model", "tool": "tool", "agent": "agent"},
    kind=("run_type",),
    parent=("parent_run_id",),
    session=("thread_id", "extra.metadata.thread_id", "extra.metadata.session_id"),
    start=("start_time",),
    input=("inputs",),
    output=("outputs",),
    metadata=("extra.metadata",),
    model=("extra.metadata.ls_model_name", "extra.invocation_params.model"),
    usage=("outputs.usage_metadata", "outputs.usage", "outputs.llm_output.token_usage"),
    tools=("extra.invocation_params.tools",),
    bookkeeping=frozenset(
        {"extra", "serialized", "events", "tags", "dotted_order", "session_name", "name"}
        | {"attachments", "feedback_stats", "inputs_preview", "outputs_preview", "app_path"}
        | {"manifest", "share_token", "status", "s3_urls", "inputs_s3_urls", "outputs_s3_urls"}
        | {"reference_example_id"}
    ),
)
