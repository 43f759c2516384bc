"""Traces that follow OpenTelemetry's conventions for generative AI, and the AI SDK's.

Spans or log records, in OTLP's JSON or as an SDK prints them; messages stand in attributes, as
JSON in a text or as values, or in events. Read from before version 1.37 of the conventions
(`gen_ai.prompt`, an event for each message) to 1.41 (`gen_ai.input.messages`).
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.otel_genai.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.otel_genai.reading import read_documents
    from crosswire.logs.otel_genai.recognising import recognise_documents

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
