"""What the format is called and told by."""

from crosswire.model import Traits

NAME = "open-webui"
TITLE = "Open WebUI chat"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, program="Open WebUI")
SIGNS = frozenset({"currentId", "childrenIds"})
