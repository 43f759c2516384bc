"""Events as Amazon frames them (`application/vnd.amazon.eventstream`): Bedrock's streams, as a
recorder kept their bytes.

A frame: its length, that of its headers, a checksum of both, the headers, a body, a checksum.
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator

from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue
from crosswire.model.json_values import object_or_empty

_PRELUDE = struct.Struct(">III")
_CHECKSUM = 4
_STRING = 7
"""The type of a header that is a text."""
_EVENT = ":event-type"
_CHUNK = "chunk"
"""An event of a model's own stream, whose JSON stands in `bytes` as base64."""


def events_in_text(text: str) -> list[JsonValue] | None:
    """The events of frames that are written as base64; None where it is none."""
    if not text.startswith("AAA"):  # no frame is longer than some megabytes
        return None
    try:
        return events(base64.b64decode(text, validate=False))
    except (binascii.Error, ValueError):
        return None


def events(data: bytes) -> list[JsonValue] | None:
    """The events, each as an object of one key, which is its name; None where these bytes are
    no frames."""
    try:
        return list(_events(data))
    except (ValueError, struct.error, UnreadableUpload):
        return None


def _events(data: bytes) -> Iterator[JsonValue]:
    at = 0
    while at < len(data):
        length, head, checksum = _PRELUDE.unpack_from(data, at)
        ends_well = at + length <= len(data) and _PRELUDE.size + head + _CHECKSUM <= length
        if not ends_well or zlib.crc32(data[at : at + 8]) != checksum:
            raise ValueError
        first = at + _PRELUDE.size
        names = dict(_headers(data[first : first + head]))
        body = json_document.read(data[first + head : at + length - _CHECKSUM])
        yield _event(names.get(_EVENT, ""), body)
        at += length


def _headers(data: bytes) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(data):
        end = at + 1 + data[at]
        name, kind = data[at + 1 : end].decode(), data[end]
        if kind != _STRING:
            raise ValueError
        (size,) = struct.unpack_from(">H", data, end + 1)
        at = end + 3 + size
        yield name, data[end + 3 : at].decode()


def _event(name: str, body: JsonValue) -> JsonValue:
    packed = object_or_empty(body).get("bytes")
    if name == _CHUNK and isinstance(packed, str):
        return json_document.read(base64.b64decode(packed))
    return {name: body} if name else body
