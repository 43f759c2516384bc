"""What an editor and an agent say over the Agent Client Protocol: JSON-RPC, line by line.

    {method: "session/prompt", params{sessionId, prompt[]}}
    {method: "session/update", params{sessionId, update{sessionUpdate: "tool_call", ...}}}

What the model says comes in chunks, and a call in updates; a call is named by its title, as
the protocol has no other name. Its result stands in the update that ends it.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.acp_stream.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.acp_stream.own_results import RESULTS
    from crosswire.logs.acp_stream.reading import read_documents
    from crosswire.logs.acp_stream.recognising import recognise_documents

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
        "reading": ("read_documents",),
        "recognising": ("recognise_documents",),
    },
)
