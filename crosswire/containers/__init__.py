"""How bytes hold documents: one JSON value, JSON Lines, an event stream, a Python literal, a
cassette in YAML, or a text that somebody pasted with a log in it.

`open_upload` tries what the first bytes suggest and says in one sentence why nothing fits.
"""

from __future__ import annotations

import re

from crosswire import address
from crosswire.containers import (
    empty_values,
    foreign_bytes,
    json_document,
    json_lines,
    lenient_json,
    markdown_blocks,
    pasted,
    python_literal,
    sse,
    yaml_cassette,
)
from crosswire.containers.bodies import Body
from crosswire.containers.byte_spans import Span
from crosswire.containers.byte_spans import byte_spans as spans_of
from crosswire.containers.foreign_bytes import NotText
from crosswire.containers.json_document import CutOff
from crosswire.containers.json_document import read as read_json
from crosswire.containers.json_document import write as write_json
from crosswire.containers.opened import Opened
from crosswire.containers.pasted import CutKeys, Paste, Piece
from crosswire.containers.pasted import split as split_paste
from crosswire.containers.pasted.errors import speaker_of, words_of
from crosswire.containers.pasted.values import is_error
from crosswire.errors import OnlyAnError, UnreadableUpload, UploadTooDeep
from crosswire.model import JsonValue

__all__ = [
    "Body",
    "CutKeys",
    "CutOff",
    "NotText",
    "Opened",
    "Paste",
    "Piece",
    "Span",
    "is_error",
    "open_upload",
    "read_in_text",
    "read_json",
    "read_slice",
    "spans_of",
    "speaker_of",
    "split_paste",
    "without_keys",
    "words_of",
    "write_json",
]


_BEGIN = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*(?:[\[{#]|//|/\*)")
"""As a value that holds others begins, or a comment before it."""


def open_upload(data: bytes) -> Opened:
    """The documents in an upload; raises UnreadableUpload with the place of the fault."""
    foreign_bytes.refuse(data)
    empty_values.refuse(data)
    if sse.is_stream(data):
        return sse.open(data)
    if yaml_cassette.is_cassette(data):
        return yaml_cassette.open(data)
    try:
        return json_document.open(data)
    except UploadTooDeep:
        raise
    except UnreadableUpload as not_json:
        return _open_otherwise(data, not_json)


def _open_otherwise(data: bytes, not_json: UnreadableUpload) -> Opened:
    """What is no JSON: lines of it, JSON with slips, or a Python literal."""
    not_lines: UnreadableUpload | None = None
    try:
        lines = json_lines.open(data)
    except UnreadableUpload as error:
        lines, not_lines = None, error
    if lines is not None:
        return lines
    try:
        return lenient_json.open(data)
    except UploadTooDeep:
        raise
    except UnreadableUpload as not_understood:
        literal = python_literal.open(data)
        if literal is not None and isinstance(literal.documents[0], (dict, list)):
            return literal
        paste = pasted.open(data) or literal
        if paste is not None:
            return paste
        markdown_blocks.refuse(data)
        fault = not_understood if _BEGIN.match(data) else not_json
        if not_lines is None or (fault.offset or 0) > (not_lines.offset or 0):
            raise fault from not_json
        raise not_lines from not_json


MOST_SEARCHED = 1_000_000
"""Bytes of what begins as JSON does; more is taken for a log alone, with no keys around it."""


def without_keys(data: bytes) -> CutKeys:
    """A paste without the keys that stand around its documents; anything else unchanged."""
    is_log_alone = sse.is_stream(data) or yaml_cassette.is_cassette(data)
    if is_log_alone or not pasted.may_hold_keys(data):
        return CutKeys(data, ())
    if pasted.begins_as_json(data) and (len(data) > MOST_SEARCHED or not _is_paste(data)):
        return CutKeys(data, ())
    return pasted.without_keys(data)


def _is_paste(data: bytes) -> bool:
    try:
        return open_upload(data).container == "pasted"
    except OnlyAnError:
        return True
    except UnreadableUpload:
        return False


def read_in_text(text: str) -> JsonValue:
    """What is written in a string: JSON, or the events of a stream, or several lines of JSON.
    Raises UnreadableUpload."""
    events = sse.read_text(text)
    if events is not None:
        return events
    data = text.encode("utf-8", "surrogatepass")
    try:
        return read_json(data)
    except UnreadableUpload:
        lines = json_lines.values_in(text)
        if lines is None:
            raise
        return lines


def read_slice(data: bytes) -> JsonValue:
    """The value that a piece of an upload holds, which may have slips as the upload has."""
    try:
        return read_json(data)
    except UnreadableUpload:
        literal = python_literal.open(data)
        if literal is not None:
            return literal.documents[0]
        return lenient_json.read(data, address.root())[0]
