"""Media between formats: data URLs, MIME types, and what stands for a medium where there is only text."""

from __future__ import annotations

from typing import Literal

from crosswire.model import MediaPart


def split_data_url(url: str) -> tuple[str | None, str | None]:
    """MIME type and base64 text of a `data:` URL; (None, None) for any other."""
    head, comma, data = url.partition(",")
    if not comma or not head.startswith("data:") or not head.endswith(";base64"):
        return None, None
    return head[len("data:") : -len(";base64")] or None, data


def url_of(media: MediaPart) -> str | None:
    """The URL of a medium, a `data:` URL where its bytes are at hand; None for a provider's file id."""
    if media.data is not None:
        return f"data:{media.mime_type or 'application/octet-stream'};base64,{media.data}"
    return media.url


def kind_of(mime_type: str | None) -> Literal["image", "audio", "video", "file"]:
    """The kind of medium that a MIME type names."""
    first = (mime_type or "").partition("/")[0]
    if first == "image":
        return "image"
    if first == "audio":
        return "audio"
    return "video" if first == "video" else "file"


def summary_of(media: MediaPart) -> str:
    """What stands for a medium where a format takes only text."""
    return f"Binary content of type {media.mime_type or media.media} was processed."
