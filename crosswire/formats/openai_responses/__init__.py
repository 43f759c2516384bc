"""OpenAI Responses: a flat list of items, where calls and results meet by `call_id`.

Source: the OpenAPI description of POST /responses, and the generated types of the provider's
SDK. An item has two ids that are easily mixed up: `id` names the item itself (`fc_...`,
`ws_...`), `call_id` ties a result to its call. Hybrid items (a web search, an MCP call) hold
their result themselves and have only the first.
"""

from typing import TYPE_CHECKING

from crosswire.formats.openai_responses.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.openai_responses.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.openai_responses.reading import choices, read_request, read_response
    from crosswire.formats.openai_responses.reading_items import read_message
    from crosswire.formats.openai_responses.writing import render

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
        "reading_items": ("read_message",),
        "writing": ("render",),
    },
)
