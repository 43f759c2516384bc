"""Braintrust's spans: rows of its logs and experiments, in a list, in lines or as the API
gives them; input and output are in the words of whichever provider."""

from typing import TYPE_CHECKING

from crosswire.logs.braintrust.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT
from crosswire.on_demand import on_demand

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
