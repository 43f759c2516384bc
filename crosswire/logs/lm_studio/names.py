"""What the format is called and told by."""

from crosswire.model import Traits

NAME = "lm-studio"
TITLE = "LM Studio conversation"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, program="LM Studio")
SIGNS = frozenset({"currentlySelected"})
