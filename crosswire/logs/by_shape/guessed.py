"""A file that no format knows, as a log format: read by a mapping that is guessed from it."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.by_shape.guessing import guess
from crosswire.logs.by_shape.names import NAME, TRAITS
from crosswire.logs.by_shape.reading import read_by
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    """Whether a mapping can be guessed, which is asked where no format knows a file."""
    if guess(documents) is None:
        return None
    return Recognition("messages", 0.3, "No format knows it; its shape is that of messages.")


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    mapping = guess(documents)
    return [] if mapping is None else read_by(mapping, documents, first, NAME, TRAITS)
