"""Sessions of Copilot CLI: an event a line.

    {type: "session.start" | "user.message" | "assistant.message" | "tool.execution_complete",
     data, id, parentId, timestamp}

The file is ~/.copilot/session-state/<session>/events.jsonl. A call stands in the message that
asks for it and again where it begins to run; it counts once. Events of a sub-agent name the
call that started it.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.copilot_cli.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.copilot_cli.own_results import RESULTS
    from crosswire.logs.copilot_cli.reading import read_documents, recognise_documents

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
