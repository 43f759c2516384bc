"""Gemini generateContent: contents[].parts[], functionCall and functionResponse, whose ids are
optional.

Source: the discovery document of models.generateContent, and google-genai, which writes the
same fields in snake_case with a null for every one that is not set. Both spellings are read;
the REST one is written.
"""

from typing import TYPE_CHECKING

from crosswire.formats.gemini.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.gemini.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.gemini.reading import (
        choices,
        read_message,
        read_request,
        read_response,
    )
    from crosswire.formats.gemini.writing import render

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

__getattr__ = on_demand(
    __name__,
    {
        "reading": ("choices", "read_message", "read_request", "read_response"),
        "writing": ("render",),
    },
)
