"""Sessions of OpenCode: exports, events, and what its folder and its databases hold.

    {info: session, messages: [{info: message, parts: [...]}]}
    {type: "message.part.updated", properties: {part}}
    {id, message_id, session_id, data}

A message and its parts are objects of their own, told again whenever they change; the last
state counts. A part of the type `tool` is a call with its result. Version 2 keeps a message
whole, in rows with a `type`.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.opencode.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.opencode.own_results import RESULTS
    from crosswire.logs.opencode.reading import read_documents
    from crosswire.logs.opencode.recognising import joins, recognise_documents

__all__ = [
    "NAME",
    "RESULTS",
    "SIGNS",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "joins",
    "read_documents",
    "recognise_documents",
]

__getattr__ = on_demand(
    __name__,
    {
        "own_results": ("RESULTS",),
        "reading": ("read_documents",),
        "recognising": ("joins", "recognise_documents"),
    },
)
