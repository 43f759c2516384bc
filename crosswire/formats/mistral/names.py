"""The format's name, traits and rules for ids and names, for reading and writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "mistral"
TITLE = "Mistral"
MODEL_IN_BODY = True
TRAITS = Traits(turn_is_one_message=True)
NAME_RULE = NameRule(r"[a-zA-Z0-9_-]+", 64)
ID_RULE = IdRule(pattern=r"[a-zA-Z0-9]{9}", native="{9}")
