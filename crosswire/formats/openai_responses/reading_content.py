"""From what stands inside an item to parts of the model."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    RefusalPart,
    TextPart,
)
from crosswire.model.builder import extras_of, opaque
from crosswire.model.media import split_data_url

_TEXTS = {
    "input_text": "text",
    "output_text": "text",
    "text": "text",
    "summary_text": "text",
    "reasoning_text": "text",
    "logs": "logs",
}
_IMAGES = frozenset({"input_image", "computer_screenshot", "image"})
_SAYS_NOTHING: tuple[JsonValue, ...] = (None, [], {})


def read_content(content: JsonValue, at: Address) -> list[Part]:
    """The content of a message or of a function's result: text, or a list of parts."""
    if isinstance(content, str):
        return [TextPart(address=at, raw=content, text=content)] if content else []
    if isinstance(content, list):
        return [_read_part(part, Address(f"{at}/{i}")) for i, part in enumerate(content)]
    if isinstance(content, dict):
        return [_read_part(content, at)]
    return (
        [] if content is None else [opaque(content, at, "Content is text or a list of parts.")]
    )


def read_data(value: JsonValue, at: Address) -> list[Part]:
    """What a built-in tool gave: text stays text, an image an image, the rest is JSON."""
    if isinstance(value, str):
        return [TextPart(address=at, raw=value, text=value)] if value else []
    if isinstance(value, list):
        return [_read_datum(item, Address(f"{at}/{i}")) for i, item in enumerate(value)]
    return [] if value is None else [_read_datum(value, at)]


def _read_datum(value: JsonValue, at: Address) -> Part:
    if isinstance(value, dict):
        part = _read_known(value, at)
        if part is not None:
            return part
    return DataPart(address=at, raw=value, value=value)


def _read_part(part: JsonValue, at: Address) -> Part:
    if isinstance(part, str):
        return TextPart(address=at, raw=part, text=part)
    if not isinstance(part, dict):
        return opaque(part, at, "A content part is an object.")
    return _read_known(part, at) or opaque(
        part, at, "Responses has no content part of this type."
    )


def _read_known(part: JsonObject, at: Address) -> Part | None:
    kind = part.get("type")
    if not isinstance(kind, str):
        return None
    text = part.get(_TEXTS.get(kind, ""))
    if isinstance(text, str):
        return TextPart(
            address=at, raw=part, text=text, extras=_extras(part, "type", _TEXTS[kind])
        )
    refusal = part.get("refusal")
    if kind == "refusal" and isinstance(refusal, str):
        return RefusalPart(
            address=at, raw=part, text=refusal, extras=_extras(part, "type", "refusal")
        )
    if kind in _IMAGES:
        return _read_image(part, at)
    if kind == "input_file":
        return _read_file(part, at)
    return _read_audio(part, at) if kind == "input_audio" else None


def _read_image(part: JsonObject, at: Address) -> Part | None:
    url = part.get("image_url", part.get("url"))
    file_id = _text(part.get("file_id"))
    if not isinstance(url, str):
        url = None
    if url is None and file_id is None:
        return None
    mime, data = split_data_url(url or "")
    return MediaPart(
        address=at,
        raw=part,
        media="image",
        mime_type=mime,
        data=data,
        url=None if data is not None else url,
        file_id=file_id,
        extras=_extras(part, "type", "image_url", "url", "file_id"),
    )


def _read_file(part: JsonObject, at: Address) -> Part | None:
    given = _text(part.get("file_data"))
    mime, data = split_data_url(given or "")
    data = data if data is not None else given
    url, file_id = _text(part.get("file_url")), _text(part.get("file_id"))
    if data is None and url is None and file_id is None:
        return None
    return MediaPart(
        address=at,
        raw=part,
        media="file",
        mime_type=mime,
        data=data,
        url=url,
        file_id=file_id,
        name=_text(part.get("filename")),
        extras=_extras(part, "type", "file_data", "file_url", "file_id", "filename"),
    )


def _read_audio(part: JsonObject, at: Address) -> Part | None:
    inner = part.get("input_audio")
    audio = inner if isinstance(inner, dict) else part
    form, data = _text(audio.get("format")), _text(audio.get("data"))
    if data is None:
        return None
    mime = f"audio/{form}" if form is not None else None
    extras = _extras(part, "type", "input_audio", "data", "format")
    return MediaPart(
        address=at, raw=part, media="audio", mime_type=mime, data=data, extras=extras
    )


def _extras(part: JsonObject, *known: str) -> JsonObject | None:
    """Fields without a word in the model; the empty lists that every answer carries say
    nothing."""
    found = extras_of(part, frozenset(known))
    return {
        name: value for name, value in (found or {}).items() if value not in _SAYS_NOTHING
    } or None


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None
