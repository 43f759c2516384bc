"""What a tool-call record holds under `results`: an artifact, an answer in words, or a medium.

    {"kind": "artifact", "content": "..."}    a handle to bytes that may be long
    "..."  or  {"text": "..."}                a tokenizable: words that the model reads
    {"kind": "image", "mimeType": "image/png", "data": "..."}     a medium

Artifacts and media may stand in a list.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Literal

from crosswire.address import Address
from crosswire.model import DataPart, JsonObject, JsonValue, MediaPart, Part, TextPart
from crosswire.model.builder import extras_of
from crosswire.model.json_values import object_or_empty, text_or_none
from crosswire.model.media import held_in_url, kind_of


class Shape(StrEnum):
    """The kind of a value under `results`, by its keys."""

    ARTIFACT = "artifact"
    TOKENIZABLE = "tokenizable"
    MEDIA = "media"
    UNKNOWN = "unknown"


_NAMES = ("kind", "type", "modality", "class")
"""Keys whose value may name the kind of a value."""
_MEDIA: dict[str, Literal["image", "audio", "video", "file"]] = {
    "image": "image",
    "audio": "audio",
    "video": "video",
    "document": "file",
}
_MIME = ("mimeType", "mime_type", "mediaType", "media_type", "contentType")
_BYTES = ("data", "bytes", "base64")
_PLACES = ("url", "uri")
_FILE_NAMES = ("filename", "fileName", "name")
_OF_ARTIFACTS = frozenset(
    {"artifact", "artifactId", "handle", "locator", "reader", "content", "lines"}
)
_OF_TOKENIZABLES = frozenset({"tokenizable", "tokens", "text", "value"})
_TEXTS = ("content", "text", "value", "tokenizable", "preview")
"""Keys under which the words are."""


def shape_of(value: JsonValue) -> Shape:
    """The shape of one value, not of a list of them."""
    if isinstance(value, str):
        return Shape.TOKENIZABLE
    if not isinstance(value, dict):
        return Shape.UNKNOWN
    named = [str(value[key]).lower() for key in _NAMES if isinstance(value.get(key), str)]
    for shape in (Shape.ARTIFACT, Shape.TOKENIZABLE):
        if any(shape in name for name in named):
            return shape
    if _is_media(value, named):
        return Shape.MEDIA
    if value.keys() & _OF_ARTIFACTS:
        return Shape.ARTIFACT
    return Shape.TOKENIZABLE if value.keys() & _OF_TOKENIZABLES else Shape.UNKNOWN


def _is_media(value: JsonObject, named: list[str]) -> bool:
    if any(name in _MEDIA or name == "media" for name in named):
        return True
    lies_somewhere = any(key in value for key in (*_BYTES, *_PLACES))
    return lies_somewhere and _first(value, _MIME) is not None


def read_results(results: JsonValue, at: Address) -> list[Part]:
    """The content of a result: a part for each value."""
    if isinstance(results, list):
        return [_read_value(value, Address(f"{at}/{i}")) for i, value in enumerate(results)]
    return [_read_value(results, at)]


def _read_value(value: JsonValue, at: Address) -> Part:
    if isinstance(value, str):
        return TextPart(address=at, raw=value, text=value)
    reader = _READERS.get(shape_of(value))
    read = reader(object_or_empty(value), at) if reader is not None else None
    return read or DataPart(address=at, raw=value, value=value)


def _read_text(value: JsonObject, at: Address) -> Part | None:
    """The words of an artifact or a tokenizable that are in the record."""
    for key in _TEXTS:
        text = value.get(key)
        if isinstance(text, str):
            extras = extras_of(value, frozenset({key, "kind", "type"}))
            return TextPart(address=at, raw=value, text=text, extras=extras)
    return None


def _read_media(value: JsonObject, at: Address) -> Part | None:
    """A medium whose bytes or URL are in the record."""
    place = _first(value, (*_BYTES, *_PLACES))
    if place is None:
        return None
    given = str(value[place])
    url_mime, data = held_in_url(given)
    kind, mime, name = (_first(value, keys) or "" for keys in (_NAMES, _MIME, _FILE_NAMES))
    mime_type = text_or_none(value.get(mime)) if mime else url_mime
    part = MediaPart(
        address=at,
        raw=value,
        media=_MEDIA.get(str(value.get(kind)).lower()) or kind_of(mime_type),
        mime_type=mime_type,
        name=text_or_none(value.get(name)) if name else None,
        extras=extras_of(value, frozenset(filter(None, (place, kind, mime, name)))),
    )
    if data is None and place in _PLACES:
        part.url = given
    else:
        part.given = given
    return part


_READERS: dict[Shape, Callable[[JsonObject, Address], Part | None]] = {
    Shape.ARTIFACT: _read_text,
    Shape.TOKENIZABLE: _read_text,
    Shape.MEDIA: _read_media,
}


def _first(value: JsonObject, keys: tuple[str, ...]) -> str | None:
    """The first of these keys that has a text."""
    return next((key for key in keys if isinstance(value.get(key), str) and value[key]), None)
