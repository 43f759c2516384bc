"""Media as content parts."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.openai_chat.names import NAME
from crosswire.model import JsonObject, JsonValue, MediaPart
from crosswire.model.media import url_of
from crosswire.rendering.builder import RenderingBuilder

_SOUNDS = {"wav": "wav", "x-wav": "wav", "wave": "wav", "mp3": "mp3", "mpeg": "mp3"}
_DETAILS = ("auto", "low", "high")


def written_media(out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
    """An image, a sound or a file as a content part; None for what the format does not take."""
    url = url_of(part)
    if part.media == "image" and url is not None:
        image: JsonObject = {"url": url}
        if detail_of(part) is not None:
            image["detail"] = detail_of(part)
        return {"type": "image_url", "image_url": image}
    if part.media == "audio" and part.data is not None:
        form = _SOUNDS.get((part.mime_type or "audio/wav").partition("/")[2])
        return (
            None
            if form is None
            else {"type": "input_audio", "input_audio": {"data": part.data, "format": form}}
        )
    if part.media != "file":
        return None
    if part.data is not None:
        return {"type": "file", "file": {"file_data": url, "filename": part.name or "file"}}
    # A file's id means something to all APIs of one provider, and nothing to another's.
    same_provider = out.wire_format_of(part).partition("-")[0] == NAME.partition("-")[0]
    return (
        {"type": "file", "file": {"file_id": part.file_id}}
        if part.file_id and same_provider
        else None
    )


def say_media(out: RenderingBuilder, part: MediaPart, target: Address) -> None:
    """Say where a recording got a format, which is required, that the log does not tell."""
    if part.media == "audio" and part.mime_type is None:
        why = "The API requires a format, and the log tells none."
        out.added(Address(f"{target}/input_audio/format"), "wav", why)


def detail_of(part: MediaPart) -> JsonValue:
    """How closely an image is to be looked at."""
    detail = (part.extras or {}).get("detail")
    return detail if part.media == "image" and detail in _DETAILS else None
