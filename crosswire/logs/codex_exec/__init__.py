"""What `codex exec --json` writes while it works.

    {type: thread.started | turn.started | turn.completed | item.started | item.completed,
     item{id, type, ...}}

An item is told when it begins and again when it ends; it is call and result at once, and its
id (`item_0`) is that of the item alone. The prompt stands nowhere in it. A turn waits for all
items that it began: one that has not ended when its turn does was lost.
"""

from crosswire.logs.codex_exec.names import NAME, TITLE, TRAITS, WIRE_FORMAT
from crosswire.logs.codex_exec.own_results import RESULTS
from crosswire.logs.codex_exec.reading import read_documents, recognise_documents

__all__ = [
    "NAME",
    "RESULTS",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "read_documents",
    "recognise_documents",
]
