"""The format's name, traits and rules for ids and names, for reading and writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "cohere"
TITLE = "Cohere Chat"
MODEL_IN_BODY = True
TRAITS = Traits(turn_is_one_message=True)
# As documented for tools of version 1, and by those who serve version 2; no length is.
NAME_RULE = NameRule(r"[a-zA-Z_][a-zA-Z0-9_]*", 256)
ID_RULE = IdRule(native="call_{12}")
