"""The events of a session of Anthropic's managed agents: a list or lines of them, a page of
the API, or what a program logged of its calls (`[method, payload]`)."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.managed_agents.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.managed_agents.reading import read_documents, recognise_documents

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
