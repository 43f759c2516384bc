"""The format's name, traits and rules for ids and names, for reading and writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "ollama"
TITLE = "Ollama chat"
MODEL_IN_BODY = True
TRAITS = Traits(turn_is_one_message=True, ids_are_natural=False)
# A name goes into the prompt as it is; nothing looks at its characters or counts them.
NAME_RULE = NameRule(r"[\s\S]+", 1_000_000)
ID_RULE = IdRule(required=False, native="call_{8}")
