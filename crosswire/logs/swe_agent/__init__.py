"""SWE-agent's trajectories (`.traj`): the history, with calls where the model makes them, and
actions of models that write commands as text."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.swe_agent.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.swe_agent.reading import read_documents, recognise_documents

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
