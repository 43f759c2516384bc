"""What the format is called and told by."""

from crosswire.model import Traits

NAME = "continue-session"
TITLE = "Continue session"
WIRE_FORMAT = NAME
TRAITS = Traits(
    results_follow_calls=False,
    program="Continue",
    when_cut_short="Continue sends words of its own in place of such a result.",
)
SIGNS = frozenset({"history"})
