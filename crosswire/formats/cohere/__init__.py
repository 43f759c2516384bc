"""Cohere's Chat API, version 2: Chat Completions with a plan before calls, and documents as
results.

Source: the types of the `cohere` package for POST /v2/chat. An answer has one `message` and no
choices. What a model says before it calls stands in `tool_plan`, and the service refuses text
in `content` beside calls. It is read as text of the assistant: it is plain, unsigned and sent
back with the next request, and what a model keeps to itself has a block of its own,
`thinking`.

Version 1 (`message`, `chat_history`, `tool_results` with the call inside) is another
interface.
"""

from typing import TYPE_CHECKING

from crosswire.formats.cohere.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.cohere.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.cohere.reading import (
        choices,
        read_message,
        read_request,
        read_response,
    )
    from crosswire.formats.cohere.writing import render

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
