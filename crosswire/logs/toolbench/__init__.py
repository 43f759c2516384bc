"""ToolBench's answers: a search of tries (`tree`, `trys`), and what a model was told and
answered at each step of the one that was kept (`train_messages`), each beginning with those
before."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.toolbench.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.toolbench.reading import read_documents, recognise_documents

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
