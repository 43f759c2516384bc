"""Trajectories in the agent trajectory interchange format (ATIF) of Harbor, versions 1.0 to
1.7: one document, with those of sub-agents in it or beside it."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.atif.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.atif.reading import read_documents, recognise_documents

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
