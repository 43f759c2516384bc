"""What `codex exec --json` writes while it works.

    {type: thread.started | turn.started | turn.completed | item.started | item.completed,
     item{id, type, ...}}

An item is told when it begins and again when it ends; it is call and result at once, and its
id (`item_0`) is that of the item alone. The prompt stands nowhere in it. A turn waits for all
items that it began: one that has not ended when its turn does was lost.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.codex_exec.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.codex_exec.own_results import RESULTS
    from crosswire.logs.codex_exec.reading import read_documents, recognise_documents

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
