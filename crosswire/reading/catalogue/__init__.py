"""What files are called: the kinds that programs write, by what tells them.

A row is data: its program, its names, where it lies, what to take instead, and the terms that
hold of it. To add one, put it into the module of its family.
"""

from crosswire.reading.catalogue.evidence import of_bytes, of_documents
from crosswire.reading.catalogue.naming import (
    reader_title,
    recognise,
    sentence,
    sentence_on_writer,
    tells_another,
)
from crosswire.reading.catalogue.rows import FILE_KINDS, LAST, SHAPES
from crosswire.reading.catalogue.shape import Shape, Where
from crosswire.reading.catalogue.telling import Named, interface_said, named

__all__ = [
    "FILE_KINDS",
    "LAST",
    "SHAPES",
    "Named",
    "Shape",
    "Where",
    "interface_said",
    "named",
    "of_bytes",
    "of_documents",
    "reader_title",
    "recognise",
    "sentence",
    "sentence_on_writer",
    "tells_another",
]
