"""Reads the spans."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.openinference.names import NAME, TRAITS
from crosswire.logs.spans.attributed import read_spans
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return read_spans(documents, first, NAME, TRAITS)
