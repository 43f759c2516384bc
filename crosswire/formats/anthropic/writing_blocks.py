"""Parts of other formats as content blocks of Anthropic Messages, or as losses."""

from __future__ import annotations

import base64
import binascii

from crosswire.address import Address
from crosswire.formats.shared.writing import id_field, keeps_error_flag
from crosswire.formats.shared.writing_blocks import BlockReasons, BlockWriter
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exported_name, object_arguments

_ERRORS = "The result of an error holds text alone"
_TYPES = {
    "image": ("image/jpeg", "image/png", "image/gif", "image/webp"),
    "file": ("application/pdf",),
}
"""The types that a block may hold in base64."""
_REASONS = BlockReasons(
    "Anthropic Messages",
    "Reasoning needs Anthropic's own signature, which no other provider's has.",
    "Another provider ran it; a block of Anthropic's own tools would claim otherwise.",
    "A block of text must not be empty.",
    "A block holds text or a medium; the structure is written as JSON text.",
)


class AnthropicBlockWriter(BlockWriter):
    """Writes parts as content blocks of Anthropic Messages."""

    dropped_in_results = (TextPart,)

    def __init__(self, out: RenderingBuilder) -> None:
        super().__init__(out, _REASONS)

    def text(self, text: str) -> JsonObject:
        return {"type": "text", "text": text}

    def is_empty(self, text: str) -> bool:
        return not text

    def takes(self, part: MediaPart) -> bool:
        return _source(part) is not None

    def medium(self, part: MediaPart, at: Address) -> JsonValue:
        if part.media == "image":
            return {"type": "image", "source": _source(part)}
        titled: JsonObject = {"title": part.name} if part.name else {}
        return {"type": "document", "source": _source(part), **titled}

    def may_hold(self, result: ToolResultPart, part: MediaPart) -> bool:
        return not result.is_error

    def why_behind(self, result: ToolResultPart) -> str | None:
        return _ERRORS if result.is_error else None

    def call(self, call: ToolCallPart, at: Address) -> JsonObject:
        self.out.link(call, at, "changed")
        written = {"type": "tool_use", **id_field(self.out, call, at, "id")}
        name = self.out.name_for(exported_name(call), at, "name")
        return {**written, "name": name, "input": object_arguments(self.out, call, at)}

    def result(self, result: ToolResultPart, at: Address) -> JsonObject:
        self.out.link(result, at, "changed")
        written = {"type": "tool_result", **id_field(self.out, result, at, "tool_use_id")}
        written["content"] = self._content(result, Address(f"{at}/content"))
        is_error = keeps_error_flag(self.out, result, written["content"], at)
        return written | ({"is_error": True} if is_error else {})

    def _content(self, result: ToolResultPart, at: Address) -> JsonValue:
        """Text where there is one text, else a list of blocks."""
        content = result.content
        if len(content) == 1 and isinstance(content[0], TextPart):
            self.out.link(content[0], at)
            return content[0].text
        return self.result_blocks(result, at) or ""


def _source(part: MediaPart) -> JsonObject | None:
    """Where a medium lies; None where there is no block for it, or for where it lies."""
    types = _TYPES.get(part.media, ())
    is_file, mime = part.media == "file", part.mime_type
    if part.given is not None and mime in types:
        return {"type": "base64", "media_type": mime, "data": part.data}
    if part.data is not None and is_file and (mime or "").startswith("text/"):
        return _text_source(part.data)
    by_url = (part.url or "").startswith(("https://", "http://"))
    fits = not is_file or mime in (None, "", *types)
    return {"type": "url", "url": part.url} if types and by_url and fits else None


def _text_source(data: str) -> JsonObject | None:
    try:
        text = base64.b64decode(data, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return {"type": "text", "media_type": "text/plain", "data": text}
