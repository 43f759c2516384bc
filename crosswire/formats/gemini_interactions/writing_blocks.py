"""Parts of other formats as steps and pieces of content of Interactions, or as losses."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.gemini_interactions.names import MEDIA, TITLE
from crosswire.formats.shared.writing import id_field, told_name
from crosswire.formats.shared.writing_blocks import BlockReasons, BlockWriter
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exported_name, object_arguments

_TYPES = {medium: kind for kind, medium in MEDIA.items()}
_ADDRESSES = ("https://", "http://", "gs://")
_REASONS = BlockReasons(
    TITLE,
    "A thought needs the signature of this interface, which no other's has.",
    "Another provider ran it; a step of Google's own tools would claim otherwise.",
    "",
    "A piece of content holds text or a medium; the structure is written as JSON text.",
)


class StepBlockWriter(BlockWriter):
    """Writes parts as pieces of content, and calls and results as steps."""

    def __init__(self, out: RenderingBuilder) -> None:
        super().__init__(out, _REASONS)

    def text(self, text: str) -> JsonObject:
        return {"type": "text", "text": text}

    def is_empty(self, text: str) -> bool:
        return False

    def takes(self, part: MediaPart) -> bool:
        return part.data is not None or (part.url or "").startswith(_ADDRESSES)

    def medium(self, part: MediaPart, at: Address) -> JsonValue:
        written: JsonObject = {"type": _TYPES[part.media]}
        if part.mime_type is not None:
            written["mime_type"] = part.mime_type
        if part.media == "video" and part.name is not None:
            written["name"] = part.name
        return written | ({"uri": part.url} if part.data is None else {"data": part.data})

    def call(self, call: ToolCallPart, at: Address) -> JsonObject:
        self.out.link(call, at, "changed")
        written = {"type": "function_call", **id_field(self.out, call, at, "id")}
        name = self.out.name_for(exported_name(call), at, "name")
        given = object_arguments(self.out, call, Address(f"{at}/arguments"))
        return {**written, "name": name, "arguments": given}

    def result(self, result: ToolResultPart, at: Address) -> JsonObject:
        self.out.link(result, at, "changed")
        written = {"type": "function_result", **id_field(self.out, result, at, "call_id")}
        name = told_name(result)
        if name:
            written["name"] = self.out.name_for(name, at, "name")
        written["result"] = self._content(result, Address(f"{at}/result"))
        return written | ({"is_error": True} if result.is_error else {})

    def _content(self, result: ToolResultPart, at: Address) -> JsonValue:
        """A text or an object where that is all, else a list of pieces of content."""
        part = result.content[0] if len(result.content) == 1 else None
        if isinstance(part, TextPart):
            self.out.link(part, at)
            return part.text
        if isinstance(part, DataPart) and isinstance(part.value, dict):
            self.out.link(part, at)
            return part.value
        return self.result_blocks(result, at) or ""
