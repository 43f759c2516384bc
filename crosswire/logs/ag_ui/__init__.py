"""AG-UI, the protocol between agents and pages: the input of an agent, and events of runs.

{"threadId", "runId", "messages": [{"role", "toolCalls": [...]}], "tools": [...]}
{"type": "TOOL_CALL_START", "toolCallId", "toolCallName", "parentMessageId"}
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.ag_ui.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.ag_ui.reading import read_documents, recognise_documents

__all__ = [
    "NAME",
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
        "reading": ("read_documents", "recognise_documents"),
    },
)
