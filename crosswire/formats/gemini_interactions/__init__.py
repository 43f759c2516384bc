"""Gemini Interactions: a list of steps, where calls and results meet by `id` and `call_id`;
the provider may keep the steps before.

What is written is the whole history as steps, as for `store: false`. Source: the generated
types of the provider's SDK, and recorded exchanges. What the interface refuses is not known
yet, so that no target is judged by it.
"""

from typing import TYPE_CHECKING

from crosswire.formats.gemini_interactions.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.gemini_interactions.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.gemini_interactions.reading import (
        choices,
        read_request,
        read_response,
    )
    from crosswire.formats.gemini_interactions.reading_steps import read_message
    from crosswire.formats.gemini_interactions.writing import render

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
        "reading": ("choices", "read_request", "read_response"),
        "reading_steps": ("read_message",),
        "writing": ("render",),
    },
)
