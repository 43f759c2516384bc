"""Media between formats: data URLs, MIME types, and what stands for a medium where there is
only text."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Literal, get_args

from crosswire.counting import counted
from crosswire.model.parts import MediaPart, end_of_head

MediaPolicy = Literal["inside", "beside", "text"]
"""Where a medium of a result is to stand: inside the result, beside it as a part of its own,
or only told of.

What the target does not take inside goes beside, and what it does not take there is told of in
a text.
"""
MEDIA_POLICIES: tuple[MediaPolicy, ...] = get_args(MediaPolicy)


def split_data_url(url: str) -> tuple[str | None, str | None]:
    """MIME type and base64 text of a `data:` URL; (None, None) for any other."""
    mime, given = held_in_url(url)
    return mime, None if given is None else given[end_of_head(given) :]


def held_in_url(url: str) -> tuple[str | None, str | None]:
    """MIME type of a `data:` URL, and the URL itself, which holds the bytes; (None, None) for
    any other."""
    end = end_of_head(url)
    if not end:
        return None, None
    return url[len("data:") : end - len(";base64,")] or None, url


def url_of(media: MediaPart) -> str | None:
    """The URL of a medium, a `data:` URL where its bytes are at hand; None for a provider's
    file id."""
    if media.given is None:
        return media.url
    head = f"data:{media.mime_type or 'application/octet-stream'};base64,"
    if media.given.startswith(head) and end_of_head(media.given) == len(head):
        return media.given
    return f"{head}{media.data}"


def kind_of(mime_type: str | None) -> Literal["image", "audio", "video", "file"]:
    """The kind of medium that a MIME type names."""
    first = (mime_type or "").partition("/")[0]
    if first == "image":
        return "image"
    if first == "audio":
        return "audio"
    return "video" if first == "video" else "file"


def summary_of(media: MediaPart) -> str:
    """What stands for a medium where a format takes only text: `[image/png, 1,234 bytes,
    sha256 ...]`."""
    said = [media.mime_type or media.media]
    if media.name:
        said.append(media.name)
    if media.data is not None:
        said += _of_bytes(media.data)
    elif media.url is not None:
        said.append(f"at {media.url}")
    elif media.file_id is not None:
        said.append(f"kept as {media.file_id}")
    return f"[{', '.join(said)}]"


def _of_bytes(data: str) -> list[str]:
    """How many bytes there are, and enough of their checksum to find them by."""
    try:
        held = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return [f"{counted(len(data), 'character that is', 'characters that are')} no base64"]
    return [counted(len(held), "byte"), f"sha256 {hashlib.sha256(held).hexdigest()[:16]}"]
