"""Parts of other formats as content blocks of Converse, or as losses."""

from __future__ import annotations

import re

from crosswire.address import Address
from crosswire.formats.bedrock.media_formats import KEYS, format_of
from crosswire.formats.shared.writing import id_field, keeps_error_flag
from crosswire.formats.shared.writing_blocks import BlockReasons, BlockWriter
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exported_name, object_arguments

NAMELESS = "Document"
"""The name of a document that the log does not name; the field is required."""

_MAX_NAME = 200
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9()\[\]-]+")
"""What a document must not be named with, and several spaces."""
_REASONS = BlockReasons(
    "Converse",
    "Reasoning needs a signature of Bedrock's own, which no other provider's has.",
    "Another provider ran it; a block of Bedrock's own tools would claim otherwise.",
    "A block of text must not be blank.",
    "A block holds text, a medium or an object; the structure is written as JSON text.",
)


class ConverseBlockWriter(BlockWriter):
    """Writes parts as content blocks of Converse."""

    media_relation = "changed"

    def __init__(self, out: RenderingBuilder) -> None:
        super().__init__(out, _REASONS)

    def text(self, text: str) -> JsonObject:
        return {"text": text}

    def is_empty(self, text: str) -> bool:
        return not text.strip()

    def takes(self, part: MediaPart) -> bool:
        return _source(part) is not None

    def may_hold(self, result: ToolResultPart, part: MediaPart) -> bool:
        return part.media != "audio"

    def medium(self, part: MediaPart, at: Address) -> JsonValue:
        key = KEYS[part.media]
        written: JsonObject = {"format": format_of(key, part.mime_type)}
        if key == "document":
            written["name"] = self._document_name(part, Address(f"{at}/{key}/name"))
        return {key: {**written, "source": _source(part)}}

    def _document_name(self, part: MediaPart, at: Address) -> str:
        if part.name is None:
            self.out.added(at, NAMELESS, "A document must have a name; the log gives none.")
            return NAMELESS
        plain = _NOT_IN_NAMES.sub(" ", part.name).strip()[:_MAX_NAME].strip()
        if plain != part.name:
            why = (
                "A document's name has letters, digits, single spaces, hyphens and "
                "brackets alone."
            )
            self.out.lost(LossKind.CHANGED, part, "document-name", part.name, why, target=at)
        return plain or NAMELESS

    def call(self, call: ToolCallPart, at: Address) -> JsonObject:
        self.out.link(call, at, "changed")
        written = id_field(self.out, call, Address(f"{at}/toolUse"), "toolUseId")
        written["name"] = self.out.name_for(exported_name(call), at, "toolUse", "name")
        return {"toolUse": {**written, "input": object_arguments(self.out, call, at)}}

    def result(self, result: ToolResultPart, at: Address) -> JsonObject:
        self.out.link(result, at, "changed")
        place = Address(f"{at}/toolResult")
        written = id_field(self.out, result, place, "toolUseId")
        written["content"] = self.result_blocks(result, Address(f"{place}/content"))
        is_error = keeps_error_flag(self.out, result, written["content"], place)
        return {"toolResult": written | ({"status": "error"} if is_error else {})}

    def in_result(self, result: ToolResultPart, part: Part, at: Address) -> JsonValue:
        if not isinstance(part, DataPart) or not isinstance(part.value, dict):
            return super().in_result(result, part, at)
        self.out.link(part, at, "changed")
        return {"json": part.value}


def _source(part: MediaPart) -> JsonObject | None:
    """Where a medium lies; None where there is no block for it, or for where it lies."""
    if format_of(KEYS[part.media], part.mime_type) is None:
        return None
    if part.data:
        return {"bytes": part.data}
    if part.url is not None and part.url.startswith("s3://"):
        return {"s3Location": {"uri": part.url}}
    return None
