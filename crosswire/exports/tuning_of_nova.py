"""Lines of training data for Amazon's Nova: Converse, with media from S3 and no bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from crosswire.exports.reshaping import Reshaping
from crosswire.model import JsonObject, JsonValue

SCHEMA = "bedrock-conversation-2024"
_FIELDS = ("system", "messages", "toolConfig")
_BLOCKS = ("text", "image", "video", "document", "toolUse", "toolResult", "reasoningContent")
_MEDIA = ("image", "video", "document")
_FROM_S3 = "A line takes media from S3 (`s3Location`), and these are bytes."


def write(shaping: Reshaping) -> JsonObject:
    payload = shaping.export.payload
    for name in payload:
        if name not in _FIELDS:
            shaping.remove(name)
    messages = payload["messages"]
    for n, message in enumerate(messages if isinstance(messages, list) else ()):
        content = message.get("content") if isinstance(message, dict) else None
        for place, block in _blocks(content, ("messages", n, "content")):
            _block(shaping, place, block)
    return {"schemaVersion": SCHEMA, **cast("JsonObject", shaping.value())}


def _blocks(
    content: JsonValue, place: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], JsonObject]]:
    """All blocks of a content, after those of its results."""
    for b, block in enumerate(content if isinstance(content, list) else ()):
        if isinstance(block, dict):
            result = block.get("toolResult")
            if isinstance(result, dict):
                yield from _blocks(result.get("content"), (*place, b, "toolResult", "content"))
            yield (*place, b), block


def _block(shaping: Reshaping, place: tuple[str | int, ...], block: JsonObject) -> None:
    kind = next(iter(block), "")
    held = block.get(kind)
    if kind in _MEDIA and not _is_in_s3(held):
        shaping.remove(*place, code="media-bytes", why=_FROM_S3)
    elif kind == "reasoningContent":
        text = held.get("reasoningText") if isinstance(held, dict) else None
        if not isinstance(text, dict):
            shaping.remove(
                *place, code="reasoning", why="A line takes reasoning as text alone."
            )
        elif "signature" in text:
            shaping.remove(*place, kind, "reasoningText", "signature", code="signature")
    elif kind not in (*_BLOCKS, "json"):
        shaping.remove(*place)


def _is_in_s3(media: JsonValue) -> bool:
    source = media.get("source") if isinstance(media, dict) else None
    return isinstance(source, dict) and "s3Location" in source
