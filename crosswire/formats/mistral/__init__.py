"""Mistral: Chat Completions with ids of nine letters and digits, and chunks of its own.

Source: the types of `mistralai` and the validator of `mistral-common`, which Mistral's servers
run. An id may be left out on the wire; Mistral's SDK then shows the text `null`, which is kept
as it was logged: it is a word where an id should be, and no id. Arguments are JSON text or an
object.
"""

from crosswire.formats.mistral.names import (
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.mistral.reading import read_message, read_request, read_response
from crosswire.formats.mistral.recognising import recognise
from crosswire.formats.mistral.writing import ID_RULE, render
from crosswire.formats.openai_chat.reading import choices

__all__ = [
    "ID_RULE",
    "MODEL_IN_BODY",
    "NAME",
    "NAME_RULE",
    "TITLE",
    "TRAITS",
    "choices",
    "read_message",
    "read_request",
    "read_response",
    "recognise",
    "render",
]
