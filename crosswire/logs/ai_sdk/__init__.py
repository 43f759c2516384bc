"""What programs keep that use Vercel's AI SDK, of versions 4 to 7.

[{"id", "role", "parts": [{"type": "tool-<name>", "toolCallId", "state", "input", "output"}]}]
[{"role", "content": [{"type": "tool-call", "toolCallId", "toolName", "input"}]}]
[{"content", "finishReason", "toolCalls", "toolResults"}]    steps of a run
{"type": "tool-input-available", ...}                        events of a stream
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.ai_sdk.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.ai_sdk.own_results import RESULTS
    from crosswire.logs.ai_sdk.reading import read_documents, recognise_documents

__all__ = [
    "NAME",
    "RESULTS",
    "SIGNS",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "read_documents",
    "recognise_documents",
]

__getattr__ = on_demand(
    __name__,
    {
        "own_results": ("RESULTS",),
        "reading": ("read_documents", "recognise_documents"),
    },
)
