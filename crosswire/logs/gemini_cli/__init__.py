"""Sessions of Gemini CLI, as one document or, since 0.40, a line for each change.

    {sessionId, projectHash, messages: [{id, type: user | gemini, content, toolCalls[]}]}
    {sessionId, projectHash}  {id, type, content}  {"$set": {}}  {"$rewindTo": id}

A call has its result in itself. A message is written again when it grows; its last state
counts. `$rewindTo` takes back a message and all after it.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.gemini_cli.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.gemini_cli.own_results import RESULTS
    from crosswire.logs.gemini_cli.reading import read_documents, recognise_documents

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
