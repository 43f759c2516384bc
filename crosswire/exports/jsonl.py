"""JSON Lines: the request body on one line, as files of many conversations have it."""

from __future__ import annotations

from crosswire.containers import json_document
from crosswire.exports.export import EVERY_FORMAT, Export, Written, unchanged

NAME = "jsonl"
TITLE = "JSON Lines"
SAYS = "The request body on one line."
MEDIA_TYPE = "application/jsonl"
ENDING = "jsonl"
IN_LINES = True
FORMAT_NAMES = EVERY_FORMAT


def write(export: Export) -> Written:
    return unchanged(export, json_document.write(export.rendering.payload) + b"\n")
