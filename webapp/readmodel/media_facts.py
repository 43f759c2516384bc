"""What the bytes of a medium are, whatever the log says of them: looked at once, when a log is
read."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Literal, TypedDict

from crosswire.address import Address, child
from crosswire.model import JsonValue, MediaPart, split_data_url

PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
"""What a page shows; everything else is told of, and can be downloaded."""
MOST_PIXELS = 40_000_000
"""A few bytes may stand for a picture that no browser has room for."""
DEEPEST = 8
"""Levels below a medium's own value that are searched for its bytes."""

_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"\xff\xf3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1aE\xdf\xa3", "video/webm"),
)
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}
_SAME = {"image/jpg": "image/jpeg", "audio/mp3": "audio/mpeg", "audio/x-wav": "audio/wav"}


class MediaFacts(TypedDict):
    """What is known of a medium whose bytes are in the log."""

    key: str
    """Names the bytes; empty where they are none."""
    at: str | None
    """Where the text of them stands in the upload; None where it was not found there."""
    size: int
    type: str
    """By the first bytes; empty where they tell nothing."""
    width: int
    height: int
    """Of a picture; 0 where they are not known."""
    fault: Literal["", "empty", "no base64", "other type", "unknown type"]
    """What is wrong with it: its bytes are none, or are not of the type that the log says."""
    said: str
    """The type that the log says."""


def media_facts(part: MediaPart) -> MediaFacts | None:
    """What the bytes of a medium are; None where the log has none."""
    if part.data is None:
        return None
    data = decoded(part.data)
    facts = MediaFacts(key="", at=None, size=0, type="", width=0, height=0, fault="", said="")
    if not data:
        facts["fault"] = "empty" if data is not None else "no base64"
        return facts
    facts["key"], facts["size"], facts["type"] = key_of(data), len(data), type_of(data)
    facts["at"] = _place_of(part.raw, part.data, part.address, DEEPEST)
    facts["width"], facts["height"] = dimensions(data, facts["type"])
    facts["said"] = said = _SAME.get(part.mime_type or "", part.mime_type or "")
    if facts["type"] and said and said != facts["type"]:
        facts["fault"] = "other type"
    elif said in PICTURES and not facts["type"]:
        facts["fault"] = "unknown type"
    return facts


def is_shown(facts: MediaFacts) -> bool:
    """Whether a page shows it as a picture."""
    pixels = facts["width"] * facts["height"]
    return facts["type"] in PICTURES and 0 < pixels <= MOST_PIXELS


def decoded(text: str) -> bytes | None:
    """The bytes of a base64 text, in either alphabet, with or without padding; None where it
    is none."""
    try:
        plain = (
            text.encode("ascii")
            .translate(bytes.maketrans(b"-_", b"+/"), b"\r\n ")
            .rstrip(b"=")
        )
        return base64.b64decode(plain + b"=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def key_of(data: bytes) -> str:
    """A name of the bytes."""
    return hashlib.blake2b(data, digest_size=10).hexdigest()


def type_of(data: bytes) -> str:
    """The MIME type that the first bytes tell; empty where they tell none."""
    for beginning, name in _BEGINNINGS:
        if data.startswith(beginning):
            return name
    if data[:4] == b"RIFF":
        return _RIFF.get(data[8:12], "")
    if data[4:8] == b"ftyp":
        return "video/mp4"
    head = data[:1_000].lstrip().lower()
    return "image/svg+xml" if head.startswith(b"<") and b"<svg" in head else ""


def dimensions(data: bytes, type: str) -> tuple[int, int]:
    """Width and height of a picture; zeros where its head does not tell them."""
    if type == "image/png" and data[12:16] == b"IHDR":
        return _number(data[16:20]), _number(data[20:24])
    if type == "image/gif":
        return _number(data[6:8][::-1]), _number(data[8:10][::-1])
    if type == "image/webp":
        return _of_webp(data)
    return _of_jpeg(data) if type == "image/jpeg" else (0, 0)


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _of_webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return _number(data[24:27][::-1]) + 1, _number(data[27:30][::-1]) + 1
    if kind == b"VP8L":
        bits = _number(data[21:25][::-1])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        return _number(data[26:28][::-1]) & 0x3FFF, _number(data[28:30][::-1]) & 0x3FFF
    return 0, 0


def _of_jpeg(data: bytes) -> tuple[int, int]:
    """By the first segment that begins a frame."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _number(data[at + 7 : at + 9]), _number(data[at + 5 : at + 7])
        at += 2 + max(2, _number(data[at + 2 : at + 4]))
    return 0, 0


def _place_of(value: JsonValue, data: str, at: Address, depth: int) -> Address | None:
    """Where the text of the bytes stands: by itself, or at the end of a `data:` URL."""
    if isinstance(value, str):
        return at if value == data or split_data_url(value)[1] == data else None
    if not depth or not isinstance(value, (dict, list)):
        return None
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for token, inner in entries:
        found = _place_of(inner, data, child(at, token), depth - 1)
        if found is not None:
            return found
    return None
