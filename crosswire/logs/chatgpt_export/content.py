"""The content of a message: texts, media, thoughts."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.shared.keyed_blocks import read_blocks
from crosswire.model import JsonObject, JsonValue, MediaPart, Part, ReasoningPart, TextPart
from crosswire.model.builder import opaque
from crosswire.model.json_values import (
    list_or_empty,
    object_or_empty,
    objects_in,
    text_or_empty,
    text_or_none,
)

_TEXTS = (
    "text",
    "result",
    "user_profile",
    "user_instructions",
    "model_set_context",
    "content",
)
_MEDIA = {"image_asset_pointer": "image", "audio_asset_pointer": "audio"}
_MEDIA |= {"video_container_asset_pointer": "video"}
_THOUGHTS = ("thoughts", "reasoning_recap")


def read_content(content: JsonObject, at: Address) -> list[Part]:
    """All that a message says."""
    kind = text_or_empty(content.get("content_type"))
    parts: list[Part] = []
    for i, one in enumerate(list_or_empty(content.get("parts"))):
        parts += _read_part(one, child(at, "parts", i))
    for i, thought in enumerate(objects_in(content.get("thoughts"))):
        text = text_or_none(thought.get("content")) or text_or_empty(thought.get("summary"))
        place = child(at, "thoughts", i)
        parts.append(ReasoningPart(address=place, raw=thought, text=text))
    for key in _TEXTS:
        said = text_or_empty(content.get(key))
        if said:
            parts.append(TextPart(address=child(at, key), raw=said, text=said))
    if kind in _THOUGHTS:
        return [_as_thought(part) for part in parts]
    return parts


def _read_part(value: JsonValue, at: Address) -> list[Part]:
    if not isinstance(value, dict):
        return read_blocks(value, at)
    kind = text_or_empty(value.get("content_type"))
    if kind in _MEDIA:
        return [_medium(value, at, kind)]
    if isinstance(value.get("text"), str):
        return [TextPart(address=at, raw=value, text=str(value["text"]))]
    for key in ("audio_asset_pointer", "video_container_asset_pointer"):
        if isinstance(value.get(key), dict):
            return [_medium(object_or_empty(value[key]), child(at, key), key)]
    return [opaque(value, at, "No word of the model fits this part.")]


def _medium(value: JsonObject, at: Address, kind: str) -> MediaPart:
    return MediaPart(
        address=at,
        raw=value,
        media="image" if kind.startswith("image") else "audio" if "audio" in kind else "video",
        file_id=text_or_none(value.get("asset_pointer")),
    )


def _as_thought(part: Part) -> Part:
    if isinstance(part, TextPart):
        return ReasoningPart(address=part.address, raw=part.raw, text=part.text)
    return part
