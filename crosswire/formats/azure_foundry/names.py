"""The format's name and traits, for reading and writing alike."""

from crosswire.model import Traits

NAME = "azure-foundry"
TITLE = "Azure AI Foundry"
TRAITS = Traits(results_follow_calls=False, ids_are_unique=True)
