"""Ollama's own /api/chat: texts with images beside them, arguments as objects, and results by
name.

Source: `api/types.go` of the server and the types of the `ollama` package. A call got an `id`
only in 2025, and a result the `tool_call_id` that answers it; both may be left out, and older
servers and the package (0.6) pass over them. Without them a result is told by `tool_name` and
by its place. Settings of the model stand in `options`. What other servers know of tools and
Ollama does not: whether one must be called, and whether a result is an error. Of a schema the
server reads types, enumerations and descriptions, and passes over all other words.

Its /v1 speaks Chat Completions, which is the format `openai-chat`; `/api/generate` holds no
messages.
"""

from typing import TYPE_CHECKING

from crosswire.formats.ollama.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.ollama.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.ollama.reading import choices, read_request, read_response
    from crosswire.formats.ollama.reading_messages import read_message
    from crosswire.formats.ollama.writing import render

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
        "reading_messages": ("read_message",),
        "writing": ("render",),
    },
)
