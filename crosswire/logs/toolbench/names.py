"""The names of ToolBench's answers."""

from crosswire.model import Traits

NAME = "toolbench"
TITLE = "ToolBench answer"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, ids_are_natural=False)
SIGNS = frozenset({"answer_generation"})
