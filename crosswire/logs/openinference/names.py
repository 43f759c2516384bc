"""The names of traces that follow OpenInference's conventions."""

from crosswire.model import Traits

NAME = "openinference"
TITLE = "OpenInference trace"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset[str]()
