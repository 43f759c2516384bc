"""Data sets of ShareGPT's kind: `conversations` of `from` and `value`, with calls in roles of
their own or within the text; and rows of a question with its calls (xLAM)."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.sharegpt.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.sharegpt.reading import read_documents, recognise_documents

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
