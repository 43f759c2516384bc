"""Amazon Bedrock's Converse: messages[].content[] blocks under a key each, tied by toolUseId.

Source: the service model of `bedrock-runtime` in botocore, operation Converse. Bytes (images,
documents, redacted reasoning) stand in logs as base64 text, as they do on the wire; botocore's
client wants them decoded. The model's name, `modelId`, is a part of the URL on the wire and an
argument of the client; it is read and written beside the messages, where programs log it.

The service wants `toolConfig` wherever a block of a tool stands. Where a log declares no
tools, none are made up: what a tool's schema was cannot be known, and the request is refused
as it stands.
"""

from typing import TYPE_CHECKING

from crosswire.formats.bedrock.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.bedrock.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.bedrock.reading import (
        choices,
        read_message,
        read_request,
        read_response,
    )
    from crosswire.formats.bedrock.writing import render

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
