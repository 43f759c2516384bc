"""From what stands inside a message to parts of the model."""

from __future__ import annotations

from collections.abc import Callable

from crosswire.address import Address
from crosswire.formats.openai_chat.variant import Variant
from crosswire.formats.shared.reading import read_text
from crosswire.model import JsonObject, JsonValue, MediaPart, Part, RefusalPart, TextPart
from crosswire.model.builder import extras_of, opaque
from crosswire.model.json_values import joined, object_or_empty, text_field, text_or_none
from crosswire.model.media import held_in_url

_TEXT_KEYS = frozenset({"type", "text"})
_IMAGE_KEYS, _IN_IMAGE = frozenset({"type", "image_url"}), frozenset({"url"})
_AUDIO_KEYS, _IN_AUDIO = frozenset({"type", "input_audio"}), frozenset({"data", "format"})
_FILE_KEYS, _IN_FILE = (
    frozenset({"type", "file"}),
    frozenset({"file_data", "file_id", "filename"}),
)


def read_content(content: JsonValue, at: Address, variant: Variant) -> list[Part]:
    """The content of a message: a text, or a list of parts."""
    if isinstance(content, str):
        return read_text(content, at)
    if isinstance(content, list):
        return [
            read_part(part, Address(f"{at}/{i}"), variant) for i, part in enumerate(content)
        ]
    return (
        [] if content is None else [opaque(content, at, "Content is text or a list of parts.")]
    )


def read_part(part: JsonValue, at: Address, variant: Variant) -> Part:
    if isinstance(part, str):
        return TextPart(address=at, raw=part, text=part)
    if not isinstance(part, dict):
        return opaque(part, at, "A content part is an object.")
    text = part.get("text")
    if isinstance(text, str) and part.get("type") == "text":
        return TextPart(address=at, raw=part, text=text, extras=extras_of(part, _TEXT_KEYS))
    read = variant.read_part(part, at) or _read_known(part, at)
    return read or opaque(part, at, f"{variant.title} has no content part of this type.")


def _read_known(part: JsonObject, at: Address) -> Part | None:
    """A content part that plain Chat Completions has."""
    kind = text_or_none(part.get("type"))
    reader = _READERS.get(kind) if kind is not None else None
    return None if reader is None else reader(part, at)


def _read_refusal(part: JsonObject, at: Address) -> Part | None:
    refusal = part.get("refusal")
    if not isinstance(refusal, str):
        return None
    return RefusalPart(address=at, raw=part, text=refusal)


def _read_image(part: JsonObject, at: Address) -> Part | None:
    """An image; some clients write its URL without the object around it."""
    inner = part.get("image_url")
    if isinstance(inner, str):
        inner = {"url": inner}
    url = text_field(inner, "url")
    if url is None:
        return None
    mime, data = held_in_url(url)
    return MediaPart(
        address=at,
        raw=part,
        media="image",
        mime_type=mime,
        given=data,
        url=url if data is None else None,
        extras=joined(
            extras_of(object_or_empty(inner), _IN_IMAGE), extras_of(part, _IMAGE_KEYS)
        ),
    )


def _read_audio(part: JsonObject, at: Address) -> Part | None:
    inner = part.get("input_audio")
    if not isinstance(inner, dict):
        return None
    form = text_or_none(inner.get("format"))
    return MediaPart(
        address=at,
        raw=part,
        media="audio",
        mime_type=None if form is None else f"audio/{form}",
        given=text_or_none(inner.get("data")),
        extras=joined(extras_of(inner, _IN_AUDIO), extras_of(part, _AUDIO_KEYS)),
    )


def _read_file(part: JsonObject, at: Address) -> Part | None:
    inner = part.get("file")
    if not isinstance(inner, dict):
        return None
    given = text_or_none(inner.get("file_data"))
    mime, data = held_in_url(given or "")
    return MediaPart(
        address=at,
        raw=part,
        media="file",
        mime_type=mime,
        given=given if data is None else data,
        file_id=text_or_none(inner.get("file_id")),
        name=text_or_none(inner.get("filename")),
        extras=joined(extras_of(inner, _IN_FILE), extras_of(part, _FILE_KEYS)),
    )


_READERS: dict[str, Callable[[JsonObject, Address], Part | None]] = {
    "refusal": _read_refusal,
    "image_url": _read_image,
    "input_audio": _read_audio,
    "file": _read_file,
}
