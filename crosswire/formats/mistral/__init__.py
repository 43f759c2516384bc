"""Mistral: Chat Completions with ids of nine letters and digits, and chunks of its own.

Source: the types of `mistralai` and the validator of `mistral-common`, which Mistral's servers
run. An id may be left out on the wire; Mistral's SDK then shows the text `null`, which is kept
as it was logged: it is a word where an id should be, and no id. Arguments are JSON text or an
object.
"""

from typing import TYPE_CHECKING

from crosswire.formats.mistral.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.mistral.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.mistral.reading import (
        choices,
        read_message,
        read_request,
        read_response,
    )
    from crosswire.formats.mistral.writing import render

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
