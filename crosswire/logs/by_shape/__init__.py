"""Files that no format knows, read by their shape.

A mapping says where messages, roles, texts, calls and results stand. Somebody wrote it down,
or it was guessed from the file; in either case `read_by` reads by it, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.by_shape.from_json import mapping_from
from crosswire.logs.by_shape.guessing import guess
from crosswire.logs.by_shape.mapping import Mapping
from crosswire.logs.by_shape.names import NAME, TITLE, TRAITS
from crosswire.logs.by_shape.reading import read_by
from crosswire.logs.by_shape.telling import told
from crosswire.logs.by_shape.to_json import mapping_json
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder

__all__ = [
    "NAME",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "Mapping",
    "guess",
    "mapping_from",
    "mapping_json",
    "read_by",
    "read_documents",
    "recognise_documents",
    "told",
]

# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME


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
