"""Sessions of Pi, of the programs built on it, and in the simple trace format of model hubs.

    {type: "session", id, version}
    {type: "message", id, parentId, message{role, content[]}}

Each line names the one before it. Calls are blocks `toolCall` or, in older files, `tool_use`;
a result is a message in the role `toolResult`. A compaction holds a summary of what was said
before it, which the program sends as the user's. Traces with a `harness` in their header hold
messages with `tool_calls`, as Chat Completions does.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.pi_session.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.pi_session.own_results import RESULTS
    from crosswire.logs.pi_session.reading import read_documents, recognise_documents

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
