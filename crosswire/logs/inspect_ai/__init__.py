"""Inspect's evaluation logs: `.eval`, whose members are samples, and the same as JSON; each
sample is a conversation, and so is each agent that worked beside it."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.inspect_ai.chunks import FOLDER
from crosswire.logs.inspect_ai.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.inspect_ai.reading import read_documents, recognise_documents

__all__ = [
    "FOLDER",
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
