"""The format's name, traits and rules for ids and names, for reading and writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "bedrock"
TITLE = "Bedrock Converse"
MODEL_IN_BODY = False
TRAITS = Traits(results_share_a_message=True)
NAME_RULE = NameRule(r"[a-zA-Z0-9_-]+", 64)
ID_RULE = IdRule(max_length=64, pattern=r"[a-zA-Z0-9_.:-]+", native="tooluse_{22}")
