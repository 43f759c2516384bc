"""From parts of the model to what stands inside a message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crosswire.address import Address
from crosswire.formats.openai_chat.names import NAME
from crosswire.media import url_of
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.rendering import RenderingBuilder
from crosswire.writing import result_text

_SOUNDS = {"wav": "wav", "x-wav": "wav", "wave": "wav", "mp3": "mp3", "mpeg": "mp3"}
_DETAILS = ("auto", "low", "high")
_PLACE = "A tool message"


def why_no_place(part: Part) -> tuple[str, str, str]:
    """Code, name and reason of a part that Chat Completions has no place for."""
    if isinstance(part, ReasoningPart):
        return "reasoning", "reasoning", "Chat Completions has no field for reasoning."
    if isinstance(part, ToolCallPart):
        return "server-tool", part.name, "Chat Completions has no tools that the provider runs."
    if isinstance(part, ToolResultPart):
        return "server-tool", part.wire_type, "Chat Completions has no tools that the provider runs."
    if isinstance(part, MediaPart):
        return "media", part.media, "Chat Completions has no place for this medium here."
    kind = part.wire_type if isinstance(part, OpaquePart) else "block"
    return "opaque", kind, "Chat Completions has no such block."


def content(out: RenderingBuilder, parts: Sequence[Part], at: Address) -> JsonValue:
    """Text where there is one text; else a list of parts."""
    if len(parts) == 1 and isinstance(parts[0], (TextPart, RefusalPart)):
        out.link(parts[0], Address(f"{at}/content"))
        return parts[0].text
    return [_content_part(out, part, Address(f"{at}/content/{i}")) for i, part in enumerate(parts)]


def _content_part(out: RenderingBuilder, part: Part, at: Address) -> JsonValue:
    if isinstance(part, MediaPart):
        out.link(_without_detail(part), at)
        return written_media(out, part)
    out.link(part, at)
    return {"type": "text", "text": part.text if isinstance(part, (TextPart, RefusalPart)) else ""}


def written_media(out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
    """An image, a sound or a file as a content part; None for what the format does not take."""
    url = url_of(part)
    if part.media == "image" and url is not None:
        image: JsonObject = {"url": url}
        if _detail(part) is not None:
            image["detail"] = _detail(part)
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
    same_provider = out.dialect_of(part).partition("-")[0] == NAME.partition("-")[0]
    return {"type": "file", "file": {"file_id": part.file_id}} if part.file_id and same_provider else None


def _detail(part: MediaPart) -> JsonValue:
    """How closely an image is to be looked at."""
    detail = (part.extras or {}).get("detail")
    return detail if part.media == "image" and detail in _DETAILS else None


def _without_detail(part: MediaPart) -> MediaPart:
    if _detail(part) is None:
        return part
    return replace(part, extras={k: v for k, v in (part.extras or {}).items() if k != "detail"} or None)


def result_content(out: RenderingBuilder, parts: Sequence[Part], at: Address) -> JsonValue:
    """What a tool gave: text where there is one text, else a list of texts."""
    if not parts:
        return ""
    if len(parts) == 1:
        return result_text(out, parts[0], Address(f"{at}/content"), place=_PLACE)
    return [
        {"type": "text", "text": result_text(out, part, Address(f"{at}/content/{i}"), place=_PLACE)}
        for i, part in enumerate(parts)
    ]
