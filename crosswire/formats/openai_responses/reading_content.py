"""From what stands inside an item to parts of the model."""

from __future__ import annotations

from collections.abc import Callable

from crosswire.address import Address
from crosswire.formats.shared.reading import read_parts, read_text
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
from crosswire.model.json_values import text_or_none
from crosswire.model.media import held_in_url

_TEXTS = {  # type of a content part -> the field of its text
    "input_text": "text",
    "output_text": "text",
    "text": "text",
    "summary_text": "text",
    "reasoning_text": "text",
    "logs": "logs",
}
_SAYS_NOTHING: tuple[JsonValue, ...] = (None, [], {})


def read_content(content: JsonValue, at: Address) -> list[Part]:
    """The content of a message or of a function's result: text, or a list of parts."""
    if isinstance(content, str):
        return read_text(content, at)
    if isinstance(content, dict):
        return [_read_part(content, at)]
    return read_parts(content, at, _read_part, "Content is text or a list of parts.")


def read_data(value: JsonValue, at: Address) -> list[Part]:
    """What a built-in tool gave: text stays text, an image an image, the rest is JSON."""
    if isinstance(value, str):
        return read_text(value, at)
    if isinstance(value, list):
        return [_read_datum(item, Address(f"{at}/{i}")) for i, item in enumerate(value)]
    return [] if value is None else [_read_datum(value, at)]


def _read_datum(value: JsonValue, at: Address) -> Part:
    known = _read_known(value, at) if isinstance(value, dict) else None
    return known or DataPart(address=at, raw=value, value=value)


def _read_part(part: JsonValue, at: Address) -> Part:
    if isinstance(part, str):
        return TextPart(address=at, raw=part, text=part)
    if not isinstance(part, dict):
        return opaque(part, at, "A content part is an object.")
    known = _read_known(part, at)
    return known or opaque(part, at, "Responses has no content part of this type.")


def _read_known(part: JsonObject, at: Address) -> Part | None:
    """A content part of a type that is read; None for any other, or one of another form."""
    kind = part.get("type")
    if not isinstance(kind, str):
        return None
    field = _TEXTS.get(kind, "")
    text = part.get(field)
    if isinstance(text, str):
        return TextPart(address=at, raw=part, text=text, extras=_extras(part, "type", field))
    reader = _READERS.get(kind)
    return None if reader is None else reader(part, at)


def _read_refusal(part: JsonObject, at: Address) -> Part | None:
    refusal = part.get("refusal")
    if not isinstance(refusal, str):
        return None
    extras = _extras(part, "type", "refusal")
    return RefusalPart(address=at, raw=part, text=refusal, extras=extras)


def _read_image(part: JsonObject, at: Address) -> Part | None:
    url = text_or_none(part.get("image_url", part.get("url")))
    file_id = text_or_none(part.get("file_id"))
    if url is None and file_id is None:
        return None
    mime, data = held_in_url(url or "")
    return MediaPart(
        address=at,
        raw=part,
        media="image",
        mime_type=mime,
        given=data,
        url=url if data is None else None,
        file_id=file_id,
        extras=_extras(part, "type", "image_url", "url", "file_id"),
    )


def _read_file(part: JsonObject, at: Address) -> Part | None:
    given = text_or_none(part.get("file_data"))
    mime, data = held_in_url(given or "")
    read = MediaPart(
        address=at,
        raw=part,
        media="file",
        mime_type=mime,
        given=given if data is None else data,
        url=text_or_none(part.get("file_url")),
        file_id=text_or_none(part.get("file_id")),
        name=text_or_none(part.get("filename")),
        extras=_extras(part, "type", "file_data", "file_url", "file_id", "filename"),
    )
    lies_at = (read.data, read.url, read.file_id)
    return read if any(place is not None for place in lies_at) else None


def _read_audio(part: JsonObject, at: Address) -> Part | None:
    inner = part.get("input_audio")
    audio = inner if isinstance(inner, dict) else part
    form, data = text_or_none(audio.get("format")), text_or_none(audio.get("data"))
    if data is None:
        return None
    mime = None if form is None else f"audio/{form}"
    extras = _extras(part, "type", "input_audio", "data", "format")
    return MediaPart(
        address=at, raw=part, media="audio", mime_type=mime, given=data, extras=extras
    )


def _extras(part: JsonObject, *known: str) -> JsonObject | None:
    """Fields without a word in the model; the empty lists that every answer carries say
    nothing."""
    extras = extras_of(part, frozenset(known)) or {}
    return {
        name: value for name, value in extras.items() if value not in _SAYS_NOTHING
    } or None


_READERS: dict[str, Callable[[JsonObject, Address], Part | None]] = {
    "refusal": _read_refusal,
    "input_image": _read_image,
    "computer_screenshot": _read_image,
    "image": _read_image,
    "input_file": _read_file,
    "input_audio": _read_audio,
}
