"""Anthropic Messages: messages[].content[] blocks, tool_use.id and tool_result.tool_use_id.

Source: the API reference of POST /v1/messages and the types of the official Python SDK, with
the blocks of its betas (MCP, advisor). Also the body of Bedrock's InvokeModel for these
models.
"""

from typing import TYPE_CHECKING

from crosswire.formats.anthropic.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.anthropic.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.anthropic.reading import (
        choices,
        read_message,
        read_request,
        read_response,
    )
    from crosswire.formats.anthropic.writing import render

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
