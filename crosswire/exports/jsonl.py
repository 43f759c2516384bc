"""JSON Lines: the request body on one line, as files of many conversations have it."""

from __future__ import annotations

from crosswire.containers import json_document
from crosswire.exports.export import Export, Written, unchanged

NAME = "jsonl"
TITLE = "JSON Lines"
MEDIA_TYPE = "application/jsonl"
ENDING = "jsonl"
IN_LINES = True


def write(export: Export) -> Written:
    return unchanged(export, json_document.write(export.rendering.payload) + b"\n")
