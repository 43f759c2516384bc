"""The names of traces that follow OpenTelemetry's conventions for generative AI."""

from crosswire.model import Traits

NAME = "otel-genai"
TITLE = "OpenTelemetry GenAI trace"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset[str]()
