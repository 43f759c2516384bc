"""Media as content parts."""

from __future__ import annotations

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.formats.openai_chat.names import NAME
from crosswire.model import JsonObject, JsonValue, MediaPart
from crosswire.model.json_values import without
from crosswire.model.media import url_of
from crosswire.rendering.builder import RenderingBuilder

_SOUNDS = {  # the end of a MIME type -> the word for it
    "wav": "wav",
    "x-wav": "wav",
    "wave": "wav",
    "mp3": "mp3",
    "mpeg": "mp3",
}
_DETAILS = ("auto", "low", "high")


def written_media(out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
    """An image, a sound or a file as a content part; None where the format takes none such."""
    if part.media == "image":
        return _image(part)
    if part.media == "audio":
        return _sound(part)
    return _file(out, part) if part.media == "file" else None


def _image(part: MediaPart) -> JsonObject | None:
    url = url_of(part)
    if url is None:
        return None
    image: JsonObject = {"url": url}
    if (detail := detail_of(part)) is not None:
        image["detail"] = detail
    return {"type": "image_url", "image_url": image}


def _sound(part: MediaPart) -> JsonObject | None:
    kind = (part.mime_type or "audio/wav").partition("/")[2]
    form = _SOUNDS.get(kind)
    if part.data is None or form is None:
        return None
    return {"type": "input_audio", "input_audio": {"data": part.data, "format": form}}


def _file(out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
    if part.given is not None:
        file: JsonObject = {"file_data": url_of(part), "filename": part.name or "file"}
        return {"type": "file", "file": file}
    # A file's id means something to all APIs of one provider, and nothing to another's.
    provider = out.wire_format_of(part).partition("-")[0]
    if not part.file_id or provider != NAME.partition("-")[0]:
        return None
    return {"type": "file", "file": {"file_id": part.file_id}}


def say_media(out: RenderingBuilder, part: MediaPart, target: Address) -> None:
    """Report where a recording got a format, which is required, that the log does not tell."""
    if part.media == "audio" and part.mime_type is None:
        why = "The API requires a format, and the log tells none."
        out.added(Address(f"{target}/input_audio/format"), "wav", why)


def detail_of(part: MediaPart) -> JsonValue:
    """How closely an image is to be looked at: `auto`, `low` or `high`; None where nothing
    says."""
    detail = (part.extras or {}).get("detail")
    return detail if part.media == "image" and detail in _DETAILS else None


def without_detail(part: MediaPart) -> MediaPart:
    """An image without the field that is written with it."""
    if detail_of(part) is None:
        return part
    return replace(part, extras=without(part.extras or {}, "detail") or None)
