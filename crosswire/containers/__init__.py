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
from crosswire.containers.opened import Opened
from crosswire.errors import UnreadableUpload, UploadTooDeep

__all__ = ["Opened", "open_upload"]


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
