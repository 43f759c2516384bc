"""The names of Braintrust's spans, and their keys."""

from crosswire.logs.spans.runs import Dialect
from crosswire.model import Traits

NAME = "braintrust"
TITLE = "Braintrust spans"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"span_attributes"})

DIALECT = Dialect(
    kinds={"llm": "model", "tool": "tool"},
    kind=("span_attributes.type",),
    id=("span_id", "id"),
    parent=("span_parents",),
    trace=("root_span_id",),
    session=("metadata.session_id",),
    start=("metrics.start", "created"),
    model=("metadata.model", "model"),
    tools=("metadata.tools", "metadata.params.tools"),
    usage=("metrics",),
    name=("span_attributes.name",),
    bookkeeping=frozenset(
        {"metadata", "metrics", "scores", "span_attributes", "context", "tags", "facets"}
        | {"audit_data", "classifications", "origin", "comments", "created", "model"}
    ),
)
