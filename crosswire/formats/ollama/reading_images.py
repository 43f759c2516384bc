"""Images as Ollama has them: base64 text and nothing beside it, so that the bytes tell the
type."""

from __future__ import annotations

import base64
import re

from crosswire.address import Address
from crosswire.model import JsonValue, MediaPart, Part
from crosswire.model.builder import opaque
from crosswire.model.media import split_data_url

_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}\s*")
_LOOKED_AT = 400
"""Characters of an image: enough to tell base64 from the path of a file, which some clients
log."""
_FIRST = 16
"""Characters in which twelve bytes stand."""
_BEGINNINGS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}


def read_image(value: JsonValue, at: Address) -> Part:
    if not isinstance(value, str):
        return opaque(value, at, "An image is base64 text.")
    mime, given = split_data_url(value)
    data = value if given is None else given
    if not _BASE64.fullmatch(data[:_LOOKED_AT]):
        return opaque(value, at, "An image is base64 text, and this is none.")
    return MediaPart(
        address=at, raw=value, media="image", mime_type=mime or _type_of(data), given=data
    )


def _type_of(data: str) -> str | None:
    """The type of an image, by its first bytes."""
    whole = min(len(data), _FIRST) // 4 * 4
    first = base64.b64decode(data[:whole])
    if first[:4] == b"RIFF" and first[8:12] == b"WEBP":
        return "image/webp"
    return next(
        (kind for bytes_, kind in _BEGINNINGS.items() if first.startswith(bytes_)), None
    )
