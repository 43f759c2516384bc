"""How bytes hold documents: one JSON value, JSON Lines, an event stream, or a pasted Python
literal.

`open_upload` tries what the first bytes suggest and says in one sentence why nothing fits.
"""

from __future__ import annotations

from crosswire.containers import (
    empty_values,
    foreign_bytes,
    json_document,
    json_lines,
    python_literal,
    sse,
)
from crosswire.containers.byte_spans import Span
from crosswire.containers.byte_spans import byte_spans as spans_of
from crosswire.containers.foreign_bytes import NotText
from crosswire.containers.json_document import CutOff
from crosswire.containers.json_document import read as read_json
from crosswire.containers.json_document import write as write_json
from crosswire.containers.opened import Opened
from crosswire.containers.python_literal import open as open_python_literal
from crosswire.errors import UnreadableUpload, UploadTooDeep

__all__ = [
    "CutOff",
    "NotText",
    "Opened",
    "Span",
    "open_python_literal",
    "open_upload",
    "read_json",
    "spans_of",
    "write_json",
]


def open_upload(data: bytes) -> Opened:
    """The documents in an upload; raises UnreadableUpload with the place of the fault."""
    foreign_bytes.refuse(data)
    empty_values.refuse(data)
    if sse.is_stream(data):
        return sse.open(data)
    try:
        return json_document.open(data)
    except UploadTooDeep:
        raise
    except UnreadableUpload as not_json:
        lines = json_lines.open(data)
        if lines is not None:
            return lines
        # What is JSON up to its end is no Python, and the language's parser is slow to say so.
        literal = (
            None if isinstance(not_json, json_document.CutOff) else python_literal.open(data)
        )
        if literal is not None:
            return literal
        raise not_json
