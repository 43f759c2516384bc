"""The words for formats of media, and the MIME types that they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Kind = Literal["image", "audio", "video", "file"]

KINDS: Mapping[str, Kind] = {
    "image": "image",
    "document": "file",
    "video": "video",
    "audio": "audio",
}
"""The key of a block -> the kind of medium that it holds."""
KEYS = {kind: key for key, kind in KINDS.items()}

_OFFICE = "application/vnd.openxmlformats-officedocument"
_MIME_TYPES: Mapping[str, Mapping[str, str]] = {
    "image": {word: f"image/{word}" for word in ("png", "jpeg", "gif", "webp")},
    "document": {
        "pdf": "application/pdf",
        "csv": "text/csv",
        "doc": "application/msword",
        "docx": f"{_OFFICE}.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": f"{_OFFICE}.spreadsheetml.sheet",
        "html": "text/html",
        "txt": "text/plain",
        "md": "text/markdown",
    },
    "video": {
        "mkv": "video/x-matroska",
        "mov": "video/quicktime",
        "mp4": "video/mp4",
        "webm": "video/webm",
        "flv": "video/x-flv",
        "mpeg": "video/mpeg",
        "wmv": "video/x-ms-wmv",
        "three_gp": "video/3gpp",
    },
    "audio": {
        "mp3": "audio/mp3",
        "wav": "audio/wav",
        "opus": "audio/opus",
        "aac": "audio/aac",
        "flac": "audio/flac",
        "mp4": "audio/mp4",
        "ogg": "audio/ogg",
        "mpeg": "audio/mpeg",
        "webm": "audio/webm",
        "m4a": "audio/m4a",
        "pcm": "audio/pcm",
    },
}
_WORDS = {
    key: {mime: word for word, mime in types.items()} for key, types in _MIME_TYPES.items()
}


def mime_type_of(key: str, word: object) -> str | None:
    """The MIME type of a block's `format`; of a word that is not known it begins with the kind
    of medium."""
    if not isinstance(word, str):
        return None
    known = _MIME_TYPES[key].get(word)
    return known or f"{'application' if key == 'document' else key}/{word}"


def format_of(key: str, mime_type: str | None) -> str | None:
    """The word for a MIME type; None where the service takes no such medium."""
    return _WORDS[key].get(mime_type or "")
