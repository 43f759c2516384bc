"""Chats of VS Code: exported, or as the editor keeps them.

    {version, responderUsername, requests: [{message, response[], result{metadata}}]}
    {kind: 0, v}  {kind: 1 | 2 | 3, k, v, i}

Since version 1.109 the editor writes a log of changes: a first state, then what was set,
appended or deleted. The calls with their ids and results stand in the metadata of a request's
result; where there are none, what the screen showed of them is all there is.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.vscode_chat.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.vscode_chat.own_results import RESULTS
    from crosswire.logs.vscode_chat.reading import read_documents, recognise_documents

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
