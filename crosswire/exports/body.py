"""The request body, ready to send: what `render` gives, as indented JSON."""

from __future__ import annotations

from crosswire.containers import json_document
from crosswire.exports.export import EVERY_FORMAT, Export, Written, unchanged

NAME = "body"
TITLE = "Request body"
SAYS = "What the format's endpoint takes, ready to send."
MEDIA_TYPE = "application/json"
ENDING = "json"
IN_LINES = True
FORMAT_NAMES = EVERY_FORMAT


def write(export: Export) -> Written:
    return unchanged(export, as_text(export))


def as_text(export: Export) -> bytes:
    """The payload as it is sent, with a line end."""
    return json_document.write(
        export.rendering.payload, indent=not export.one_line, newline=True
    )
