"""The format's name, traits and rules for ids and names, for reading and writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "openai-chat"
TITLE = "OpenAI Chat Completions"
MODEL_IN_BODY = True
TRAITS = Traits(turn_is_one_message=True)
# 64 here, 128 in Responses.
NAME_RULE = NameRule(r"[a-zA-Z0-9_-]+", 64)
ID_RULE = IdRule(max_length=64, native="call_{24}")

WEB_SEARCH = "web_search_options"
"""The field of the one tool that the provider runs itself; the other tools are a list."""
