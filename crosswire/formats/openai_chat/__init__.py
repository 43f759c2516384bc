"""OpenAI Chat Completions: messages[], tool_calls[].id on the assistant's, tool_call_id on
role=tool.

Source: the OpenAPI description of POST /chat/completions. Spoken, with additions of their own,
by most other servers too (Azure, Mistral, DeepSeek, Qwen, Ollama's /v1, vLLM, OpenRouter).
"""

from typing import TYPE_CHECKING

from crosswire.formats.openai_chat.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.openai_chat.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.openai_chat.reading import choices, read_request, read_response
    from crosswire.formats.openai_chat.reading_messages import read_message
    from crosswire.formats.openai_chat.writing import render

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
