"""From what stands inside a message to parts of the model."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.openai_chat.variant import Variant
from crosswire.model import JsonObject, JsonValue, MediaPart, Part, RefusalPart, TextPart
from crosswire.model.builder import extras_of, opaque
from crosswire.model.media import split_data_url

_TEXT_KEYS = frozenset({"type", "text"})


def read_content(content: JsonValue, at: Address, variant: Variant) -> list[Part]:
    if isinstance(content, str):
        return [TextPart(address=at, raw=content, text=content)] if content else []
    if isinstance(content, list):
        return [
            _read_part(part, Address(f"{at}/{i}"), variant) for i, part in enumerate(content)
        ]
    return (
        [] if content is None else [opaque(content, at, "Content is text or a list of parts.")]
    )


def _read_part(part: JsonValue, at: Address, variant: Variant) -> Part:
    if isinstance(part, str):
        return TextPart(address=at, raw=part, text=part)
    if not isinstance(part, dict):
        return opaque(part, at, "A content part is an object.")
    kind = part.get("type")
    text = part.get("text")
    if kind == "text" and isinstance(text, str):
        return TextPart(address=at, raw=part, text=text, extras=extras_of(part, _TEXT_KEYS))
    if kind == "refusal" and isinstance(part.get("refusal"), str):
        return RefusalPart(address=at, raw=part, text=str(part["refusal"]))
    found = variant.read_part(part, at) or _read_media(part, at)
    return found or opaque(part, at, f"{variant.title} has no content part of this type.")


def _read_media(part: JsonObject, at: Address) -> Part | None:
    kind = part.get("type")
    inner = part.get(str(kind))
    if kind == "image_url":
        return _read_image(part, {"url": inner} if isinstance(inner, str) else inner, at)
    if not isinstance(inner, dict):
        return None
    if kind == "input_audio":
        return _read_audio(part, inner, at)
    return _read_file(part, inner, at) if kind == "file" else None


def _read_image(part: JsonObject, inner: JsonValue, at: Address) -> Part | None:
    url = inner.get("url") if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or not isinstance(url, str):
        return None
    mime, data = split_data_url(url)
    return MediaPart(
        address=at,
        raw=part,
        media="image",
        mime_type=mime,
        data=data,
        url=url if data is None else None,
        extras=both_extras(part, frozenset({"type", "image_url"}), inner, frozenset({"url"})),
    )


def _read_audio(part: JsonObject, inner: JsonObject, at: Address) -> Part:
    form = _text(inner.get("format"))
    return MediaPart(
        address=at,
        raw=part,
        media="audio",
        mime_type=f"audio/{form}" if form is not None else None,
        data=_text(inner.get("data")),
        extras=both_extras(
            part, frozenset({"type", "input_audio"}), inner, frozenset({"data", "format"})
        ),
    )


def _read_file(part: JsonObject, inner: JsonObject, at: Address) -> Part:
    given = _text(inner.get("file_data"))
    mime, data = split_data_url(given or "")
    known = frozenset({"file_data", "file_id", "filename"})
    return MediaPart(
        address=at,
        raw=part,
        media="file",
        mime_type=mime,
        data=data if data is not None else given,
        file_id=_text(inner.get("file_id")),
        name=_text(inner.get("filename")),
        extras=both_extras(part, frozenset({"type", "file"}), inner, known),
    )


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None


def both_extras(
    outer: JsonObject,
    outer_known: frozenset[str],
    inner: JsonObject,
    inner_known: frozenset[str],
) -> JsonObject | None:
    """Fields without a word in the model, of an object and of the one inside it."""
    return {
        **(extras_of(inner, inner_known) or {}),
        **(extras_of(outer, outer_known) or {}),
    } or None
