"""OpenHands' events: trajectories as its page exports them, the history of its evaluations,
and the events of its SDK."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.openhands.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.openhands.reading import read_documents, recognise_documents

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
