"""Braintrust's spans: rows of its logs and experiments, in a list, in lines or as the API
gives them; input and output are in the words of whichever provider."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.braintrust.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.braintrust.reading import read_documents, recognise_documents

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
