"""The format's name and traits, for reading and writing alike."""

from crosswire.model import Traits

NAME = "mistral"
TITLE = "Mistral"
TRAITS = Traits(turn_is_one_message=True)
