"""Bytes that are no text at all, told by their first bytes, so that the message can name what
they are."""

from __future__ import annotations

import re

from crosswire.errors import UnreadableUpload

_UNPACK = " Unpack it and upload the log inside."
_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", "a zip archive", _UNPACK),
    (b"\x1f\x8b", "compressed with gzip", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", _UNPACK),
    (b"BZh", "compressed with bzip2", _UNPACK),
    (b"\xfd7zXZ", "compressed with xz", _UNPACK),
    (b"\x89PNG", "a PNG image", ""),
    (b"\xff\xd8\xff", "a JPEG image", ""),
    (b"GIF8", "a GIF image", ""),
    (b"%PDF", "a PDF", ""),
    (b"SQLite format 3\x00", "an SQLite database", ""),
    (b"\x7fELF", "a program", ""),
)
_WIDE_TEXT = re.compile(
    rb"\xff\xfe\x00\x00|\x00\x00\xfe\xff|\xff\xfe|\xfe\xff|\x00{1,3}[\[{]|[\[{]\x00{1,3}"
)
"""A byte order mark, or the bracket that JSON begins with between zeros."""
_MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:(?P<html>!doctype html|html|head|body)|\?xml)\b", re.IGNORECASE
)
_NOTHING = re.compile(rb"(?:\xef\xbb\xbf)?\s*")


class NotText(UnreadableUpload):
    """The bytes are no text (an archive, an image, ...)."""


def refuse(data: bytes) -> None:
    """Raise for an empty upload and for bytes that are known to be something else."""
    if _NOTHING.fullmatch(data):
        raise UnreadableUpload("The upload is empty: there is nothing to read.", offset=0)
    for signature, name, advice in _SIGNATURES:
        if data.startswith(signature):
            raise NotText(f"This is {name}, not a log in JSON.{advice}", offset=0)
    markup = _MARKUP.match(data)
    if markup is not None:
        name = "an HTML page, as a browser shows it" if markup["html"] else "XML"
        raise UnreadableUpload(
            f"This is {name}, not a log in JSON. Save the log itself.", offset=0
        )
    wide = _WIDE_TEXT.match(data)
    if wide is not None:
        bits = 32 if b"\x00\x00" in wide[0] else 16
        raise UnreadableUpload(
            f"This is UTF-{bits} text. Save the log as UTF-8 and upload it again.", offset=0
        )
