"""Traces that follow OpenInference's conventions, as Phoenix and Arize take them.

Messages stand in attributes of their own for each piece (`llm.input_messages.0.message.role`),
or nested as Phoenix exports them, and again as the body of the provider (`input.value`).
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.openinference.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.openinference.reading import read_documents
    from crosswire.logs.openinference.recognising import recognise_documents

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
        "reading": ("read_documents",),
        "recognising": ("recognise_documents",),
    },
)
