"""Files that no format knows, read by their shape.

A mapping says where messages, roles, texts, calls and results stand. Somebody wrote it down,
or it was guessed from the file; in either case `read_by` reads by it, and by nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.by_shape.from_json import mapping_from
from crosswire.logs.by_shape.mapping import Mapping
from crosswire.logs.by_shape.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.by_shape.guessed import read_documents, recognise_documents
    from crosswire.logs.by_shape.guessing import guess
    from crosswire.logs.by_shape.reading import read_by
    from crosswire.logs.by_shape.telling import told
    from crosswire.logs.by_shape.to_json import mapping_json

__all__ = [
    "NAME",
    "SIGNS",
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

__getattr__ = on_demand(
    __name__,
    {
        "guessed": ("read_documents", "recognise_documents"),
        "guessing": ("guess",),
        "reading": ("read_by",),
        "telling": ("told",),
        "to_json": ("mapping_json",),
    },
)
