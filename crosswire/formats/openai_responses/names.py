"""The format's name and traits, for reading and writing alike."""

from crosswire.model import Traits

NAME = "openai-responses"
TITLE = "OpenAI Responses"
TRAITS = Traits(results_follow_calls=False, ids_are_unique=True)
