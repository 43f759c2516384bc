"""Parts of other formats as content blocks of Converse, or as losses."""

from __future__ import annotations

import re
from typing import Literal

from crosswire.address import Address
from crosswire.formats.bedrock.media_formats import KEYS, format_of
from crosswire.model import (
    DataPart,
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
from crosswire.model.loss import LossKind
from crosswire.model.media import summary_of
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import (
    drop_run_elsewhere,
    exportable_as_function,
    exported_name,
    json_text,
    object_arguments,
)
from crosswire.rendering.result_media import ResultMedia

Speaker = Literal["assistant", "user", "system"]

NAMELESS = "Document"
"""The name of a document that the log does not name; the field is required."""

_LONGEST_NAME = 200
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9 ()\[\]-]+")
"""What a document must not be named with."""


class PartWriter:
    """Decides which parts have a place, and writes those that have."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.media = ResultMedia(
            out,
            limit="A result of Converse does not take this medium.",
            behind="in a block of its own behind the results",
        )

    def has_place(self, part: Part, speaker: Speaker) -> bool:
        """Whether the part can be written as this one's word; where not, the loss is told."""
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            return self._runs_at_client(part)
        if isinstance(part, (TextPart, RefusalPart)) and not part.text.strip():
            self.out.dropped(part, "empty-text", "text", "A block of text must not be blank.")
        elif isinstance(part, ReasoningPart):
            why = (
                "Reasoning needs a signature of Bedrock's own, which no other provider's has."
            )
            self.out.dropped(part, "reasoning", "reasoning", why)
        elif isinstance(part, OpaquePart):
            self.out.dropped(part, "opaque", part.wire_type, "Converse has no such block.")
        elif speaker == "system" and not isinstance(part, (TextPart, RefusalPart)):
            why = "A system prompt holds only text."
            self.out.dropped(part, "media", getattr(part, "media", "data"), why)
        else:
            return True
        return False

    def _runs_at_client(self, part: ToolCallPart | ToolResultPart) -> bool:
        if exportable_as_function(part):
            return True
        why = "Another provider ran it; a block of Bedrock's own tools would claim otherwise."
        drop_run_elsewhere(self.out, part, why)
        return False

    def block(self, part: Part, at: Address, *, role: Speaker) -> JsonValue:
        """The content block of a part that has a place."""
        if isinstance(part, ToolCallPart):
            return self._call(part, at)
        if isinstance(part, ToolResultPart):
            return self._result(part, at)
        if isinstance(part, MediaPart) and role == "assistant":
            return self._summary(
                part, at, "Only the user shows media; the assistant has none."
            )
        return self._plain(part, at)

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        call_id = self.out.id_for(call, Address(f"{at}/toolUse/toolUseId"))
        written: JsonObject = {} if call_id is None else {"toolUseId": call_id}
        name = self.out.name_for(exported_name(call), at, "toolUse", "name")
        return {
            "toolUse": {**written, "name": name, "input": object_arguments(self.out, call, at)}
        }

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        call_id = self.out.id_for(result, Address(f"{at}/toolResult/toolUseId"))
        written: JsonObject = {} if call_id is None else {"toolUseId": call_id}
        written["content"] = self._result_content(result, Address(f"{at}/toolResult/content"))
        if result.is_error:
            written["status"] = "error"
        self._say_name_lost(result, at)
        return {"toolResult": written}

    def _say_name_lost(self, result: ToolResultPart, at: Address) -> None:
        """A result has no name here; where its call bears the same, nothing is lost."""
        pair = self.out.pairing.pair_of.get(result.key)
        if result.name is None or result.function_name_for_export is not None:
            return
        if pair is None or pair.call.name != result.name:
            why = "A result names no tool."
            self.out.lost(LossKind.DROPPED, result, "tool-name", result.name, why, target=at)

    def _result_content(self, result: ToolResultPart, at: Address) -> list[JsonValue]:
        written: list[JsonValue] = []
        for part in result.content:
            place = Address(f"{at}/{len(written)}")
            if isinstance(part, (TextPart, RefusalPart)) and not part.text.strip():
                self.out.dropped(
                    part, "empty-text", "text", "A block of text must not be blank."
                )
            elif isinstance(part, DataPart) and isinstance(part.value, dict):
                self.out.link(part, place, "changed")
                written.append({"json": part.value})
            elif isinstance(part, MediaPart):
                written.append(self._result_medium(result, part, place))
            else:
                written.append(self._plain(part, place))
        return written

    def _result_medium(
        self, result: ToolResultPart, part: MediaPart, at: Address
    ) -> JsonValue:
        taken = _source(part) is not None
        if taken and self.media.inside and part.media != "audio":
            self.out.link(part, at, "changed")
            return self._medium(part, at)
        return {"text": self.media.text_for(result, part, at, beside=taken)}

    def shown(self, message_at: Address, position: int) -> list[JsonValue]:
        """The media of the results written last, as blocks from this position of a message on."""
        written: list[JsonValue] = []
        for shown in self.media.take():
            at = Address(f"{message_at}/content/{position + len(written)}")
            self.media.say_label(at, shown.label)
            written.append({"text": shown.label})
            for part in shown.parts:
                at = Address(f"{message_at}/content/{position + len(written)}")
                self.media.say_shown(part, at)
                written.append(self._medium(part, at))
        return written

    def _plain(self, part: Part, at: Address) -> JsonValue:
        """A block that may stand in a message or in a result."""
        if isinstance(part, TextPart):
            self.out.link(part, at)
            return {"text": part.text}
        if isinstance(part, MediaPart):
            if _source(part) is None:
                return self._summary(part, at, "Converse does not take this medium.")
            self.out.link(part, at, "changed")
            return self._medium(part, at)
        self.out.link(part, at, "changed")
        if isinstance(part, RefusalPart):
            why = "There is no block for a refusal; it is written as text."
            self.out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)
            return {"text": part.text}
        why = (
            "A block holds text, a medium or an object; the structure is written as JSON text."
        )
        if isinstance(part, DataPart):
            code, what, value = "data-as-text", "structured result", part.value
        else:
            code, what, value = "opaque", "block", part.raw
        self.out.lost(LossKind.CHANGED, part, code, what, why, target=at)
        return {"text": json_text(value)}

    def _summary(self, part: MediaPart, at: Address, why: str) -> JsonValue:
        self.out.link(part, at, "changed")
        text = summary_of(part)
        self.out.lost(
            LossKind.DROPPED, part, "media", part.media, why, target=at, fallback=text
        )
        return {"text": text}

    def _medium(self, part: MediaPart, at: Address) -> JsonValue:
        """An image, document, video or sound that has a source."""
        key = KEYS[part.media]
        written: JsonObject = {"format": format_of(key, part.mime_type)}
        if key == "document":
            written["name"] = self._document_name(part, Address(f"{at}/{key}/name"))
        return {key: {**written, "source": _source(part)}}

    def _document_name(self, part: MediaPart, at: Address) -> str:
        if part.name is None:
            self.out.added(at, NAMELESS, "A document must have a name; the log gives none.")
            return NAMELESS
        plain = (
            re.sub(r"\s+", " ", _NOT_IN_NAMES.sub(" ", part.name))
            .strip()[:_LONGEST_NAME]
            .strip()
        )
        if plain != part.name:
            why = (
                "A document's name has letters, digits, single spaces, hyphens and "
                "brackets alone."
            )
            self.out.lost(LossKind.CHANGED, part, "document-name", part.name, why, target=at)
        return plain or NAMELESS


def _source(part: MediaPart) -> JsonObject | None:
    """Where a medium lies; None where there is no block for it, or for where it lies."""
    if format_of(KEYS[part.media], part.mime_type) is None:
        return None
    if part.data:
        return {"bytes": part.data}
    if part.url is not None and part.url.startswith("s3://"):
        return {"s3Location": {"uri": part.url}}
    return None
