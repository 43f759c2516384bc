"""Traces that follow OpenTelemetry's conventions for generative AI, and the AI SDK's.

Spans or log records, in OTLP's JSON or as an SDK prints them; messages stand in attributes, as
JSON in a text or as values, or in events. Read from before version 1.37 of the conventions
(`gen_ai.prompt`, an event for each message) to 1.41 (`gen_ai.input.messages`).
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.otel_genai.names import NAME, TITLE, TRAITS, WIRE_FORMAT
from crosswire.logs.spans.attributed import read_spans
from crosswire.logs.spans.attributes import attributes_of
from crosswire.logs.spans.raw_spans import sample_of_spans
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder

__all__ = ["NAME", "TITLE", "TRAITS", "WIRE_FORMAT", "read_documents", "recognise_documents"]

_SIGNS = (
    "gen_ai.",
    "ai.operationId",
    "ai.prompt",
    "ai.response.",
    "ai.toolCall.",
    "traceloop.",
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for raw in sample_of_spans(documents):
        names = [*attributes_of(raw.raw, raw.at).by_name, str(raw.raw.get("eventName"))]
        found = next((name for name in names if name.startswith(_SIGNS)), None)
        if found is not None:
            return Recognition("messages", 0.93, f"Spans with the attribute `{found}`.")
    return None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return read_spans(documents, first, NAME, TRAITS)
