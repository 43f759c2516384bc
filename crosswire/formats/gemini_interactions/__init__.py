"""Gemini Interactions: a list of steps, where calls and results meet by `id` and `call_id`;
the provider may keep the steps before. Only read.

Source: the generated types of the provider's SDK, and recorded exchanges.
"""

from crosswire.formats.gemini_interactions.names import NAME, TITLE, TRAITS, WIRE_FORMAT
from crosswire.formats.gemini_interactions.reading import (
    choices,
    read_request,
    read_response,
)
from crosswire.formats.gemini_interactions.reading_steps import read_message
from crosswire.formats.gemini_interactions.recognising import recognise

__all__ = [
    "NAME",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "choices",
    "read_message",
    "read_request",
    "read_response",
    "recognise",
]
