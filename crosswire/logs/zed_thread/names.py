"""What the format is called and told by."""

from crosswire.model import Traits

NAME = "zed-thread"
TITLE = "Zed thread"
WIRE_FORMAT = NAME
TRAITS = Traits(
    results_follow_calls=False,
    program="Zed",
    when_cut_short="Zed leaves such a call out when it goes on.",
)
SIGNS = frozenset({"Agent", "User", "segments"})
