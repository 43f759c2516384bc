"""Results of tau-bench (`traj` of a task) and tau2-bench (`messages` of a simulation), in
which agent and user are models both."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.tau_bench.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.tau_bench.reading import read_documents, recognise_documents

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
