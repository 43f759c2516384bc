"""Reads documents by a mapping that somebody is about to write, before anything is kept."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.by_shape.from_json import mapping_from
from crosswire.logs.by_shape.names import NAME, TRAITS
from crosswire.logs.by_shape.reading import read_by
from crosswire.model import Conversation, JsonObject, JsonValue


def read_with_mapping(
    mapping: JsonObject, documents: Sequence[JsonValue]
) -> list[Conversation]:
    """The conversations that a mapping finds in documents; raises BadMapping."""
    builders = read_by(mapping_from(mapping), documents, 0, NAME, TRAITS)
    return [
        builder.finish(container="json", shape="session", documents=documents, number=number)
        for number, builder in enumerate(builders)
    ]
