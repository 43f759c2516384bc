"""Media in blocks by the keys that they have: bytes in base64, an address, a file's id."""

from __future__ import annotations

from typing import Literal

from crosswire.address import Address
from crosswire.model import JsonObject, MediaPart
from crosswire.model.builder import extras_of
from crosswire.model.json_values import object_or_empty, text_or_none, type_of
from crosswire.model.media import held_in_url, kind_of

_HOLDERS = ("image_url", "image", "source", "inline_data", "inlineData", "file", "audio")
_MIMES = ("mime_type", "mimeType", "media_type", "mediaType", "contentType")
_BYTES = ("data", "base64", "content", "bytes", "file_data", "image")
_URLS = ("url", "uri", "image_url", "file_uri", "path")
_IDS = ("file_id", "fileId", "id")
_KINDS: dict[str, Literal["image", "audio", "video", "file"]] = {
    "image": "image",
    "audio": "audio",
    "video": "video",
    "document": "file",
    "file": "file",
    "blob": "file",
    "uri": "file",
    "media": "file",
}


def read_media(block: JsonObject, at: Address) -> MediaPart | None:
    """The medium in a block; None where there is none."""
    word = (type_of(block) or "").lower().replace("input_", "").partition("_")[0]
    if word not in _KINDS:
        return None
    inner = next((block[key] for key in _HOLDERS if isinstance(block.get(key), dict)), block)
    held = {**block, **object_or_empty(inner)}
    url, mime = _text(held, _URLS), _text(held, _MIMES)
    data = _text(held, _BYTES)
    if url is not None and url.startswith("data:"):
        found, data = held_in_url(url)
        url, mime = None, found or mime
    file_id = _text(held, _IDS) if word == "file" or "file_id" in held else None
    if data is None and url is None and file_id is None:
        return None
    kind = _KINDS[word] if _KINDS[word] != "file" else kind_of(mime)
    known = frozenset({"type", "modality", *_HOLDERS, *_MIMES, *_BYTES, *_URLS, *_IDS})
    return MediaPart(
        address=at,
        raw=block,
        media=kind,
        mime_type=mime,
        given=data,
        url=url,
        file_id=file_id,
        extras=extras_of(block, known),
    )


def _text(held: JsonObject, keys: tuple[str, ...]) -> str | None:
    return next((text for key in keys if (text := text_or_none(held.get(key)))), None)
