"""The format's name, traits and rules for ids and names, for reading and writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "openai-responses"
TITLE = "OpenAI Responses"
MODEL_IN_BODY = True
TRAITS = Traits(results_follow_calls=False, ids_are_unique=True)
NAME_RULE = NameRule(r"[a-zA-Z0-9_-]+", 128)
ID_RULE = IdRule(max_length=64, native="call_{24}")
