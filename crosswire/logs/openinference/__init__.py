"""Traces that follow OpenInference's conventions, as Phoenix and Arize take them.

Messages stand in attributes of their own for each piece (`llm.input_messages.0.message.role`),
or nested as Phoenix exports them, and again as the body of the provider (`input.value`).
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.openinference.names import NAME, TITLE, TRAITS, WIRE_FORMAT
from crosswire.logs.spans.attributed import read_spans
from crosswire.logs.spans.attributes import attributes_of
from crosswire.logs.spans.raw_spans import sample_of_spans
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder

__all__ = ["NAME", "TITLE", "TRAITS", "WIRE_FORMAT", "read_documents", "recognise_documents"]

_SIGNS = ("openinference.", "llm.input_messages", "llm.output_messages", "llm.token_count.")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for raw in sample_of_spans(documents):
        names = attributes_of(raw.raw, raw.at).by_name
        found = next((name for name in names if name.startswith(_SIGNS)), None)
        if found is not None:
            return Recognition("messages", 0.95, f"Spans with the attribute `{found}`.")
    return None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return read_spans(documents, first, NAME, TRAITS)
