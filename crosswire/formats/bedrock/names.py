"""The format's name and traits, for reading and writing alike."""

from crosswire.model import Traits

NAME = "bedrock"
TITLE = "Bedrock Converse"
TRAITS = Traits(results_share_a_message=True)
