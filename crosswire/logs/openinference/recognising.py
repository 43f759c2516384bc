"""Tells spans of this kind from others, by the attributes that name it."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.spans.attributes import attributes_of
from crosswire.logs.spans.raw_spans import sample_of_spans
from crosswire.model import JsonValue

_SIGNS = ("openinference.", "llm.input_messages", "llm.output_messages", "llm.token_count.")


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for raw in sample_of_spans(documents):
        names = attributes_of(raw.raw, raw.at).by_name
        found = next((name for name in names if name.startswith(_SIGNS)), None)
        if found is not None:
            return Recognition("messages", 0.95, f"Spans with the attribute `{found}`.")
    return None
