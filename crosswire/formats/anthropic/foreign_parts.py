"""Parts of other formats as content blocks of Anthropic Messages, or as losses."""

from __future__ import annotations

import base64
import binascii
from typing import Literal

from crosswire.address import Address
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

_ERRORS = "The result of an error holds text alone"
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})


class PartWriter:
    """Decides which parts have a place, and writes those that have."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.media = ResultMedia(
            out,
            limit="A result of Anthropic Messages does not take this medium.",
            behind="in a block of its own behind the results",
        )

    def has_place(self, part: Part, speaker: Speaker) -> bool:
        """Whether the part can be written as this one's word; where not, the loss is told."""
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            return self._runs_at_client(part)
        if isinstance(part, (TextPart, RefusalPart)) and not part.text:
            self.out.dropped(part, "empty-text", "text", "A block of text must not be empty.")
        elif isinstance(part, ReasoningPart):
            why = "Reasoning needs Anthropic's own signature, which no other provider's has."
            self.out.dropped(part, "reasoning", "reasoning", why)
        elif isinstance(part, OpaquePart):
            why = "Anthropic Messages has no such block."
            self.out.dropped(part, "opaque", part.wire_type, why)
        elif speaker == "system" and not isinstance(part, (TextPart, RefusalPart)):
            why = "A system prompt holds only text."
            self.out.dropped(part, "media", getattr(part, "media", "data"), why)
        else:
            return True
        return False

    def _runs_at_client(self, part: ToolCallPart | ToolResultPart) -> bool:
        if exportable_as_function(part):
            return True
        why = (
            "Another provider ran it; a block of Anthropic's own tools would claim otherwise."
        )
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
        call_id = self.out.id_for(call, Address(f"{at}/id"))
        written: JsonObject = {"type": "tool_use"}
        if call_id is not None:
            written["id"] = call_id
        name = self.out.name_for(exported_name(call), at, "name")
        return {**written, "name": name, "input": object_arguments(self.out, call, at)}

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        written: JsonObject = {"type": "tool_result"}
        call_id = self.out.id_for(result, Address(f"{at}/tool_use_id"))
        if call_id is not None:
            written["tool_use_id"] = call_id
        written["content"] = self._result_content(result, at)
        if result.is_error:
            written["is_error"] = True
        self._say_name_lost(result, at)
        return written

    def _say_name_lost(self, result: ToolResultPart, at: Address) -> None:
        """A result has no name here; where its call bears the same, nothing is lost."""
        pair = self.out.pairing.pair_of.get(result.key)
        if result.name is None or result.function_name_for_export is not None:
            return
        if pair is None or pair.call.name != result.name:
            why = "A result names no tool."
            self.out.lost(LossKind.DROPPED, result, "tool-name", result.name, why, target=at)

    def _result_content(self, result: ToolResultPart, at: Address) -> JsonValue:
        content = result.content
        if len(content) == 1 and isinstance(content[0], TextPart):
            self.out.link(content[0], Address(f"{at}/content"))
            return content[0].text
        written: list[JsonValue] = []
        for part in content:
            place = Address(f"{at}/content/{len(written)}")
            if isinstance(part, TextPart) and not part.text:
                self.out.dropped(
                    part, "empty-text", "text", "A block of text must not be empty."
                )
            elif isinstance(part, MediaPart):
                written.append(self._result_medium(result, part, place))
            else:
                written.append(self._plain(part, place))
        return written or ""

    def _result_medium(
        self, result: ToolResultPart, part: MediaPart, at: Address
    ) -> JsonValue:
        block = media_block(part)
        if block is not None and self.media.inside and not result.is_error:
            self.out.link(part, at)
            return block
        return {
            "type": "text",
            "text": self.media.text_for(result, part, at, beside=block is not None),
        }

    def shown(self, message_at: Address, position: int) -> list[JsonValue]:
        """The media of the results written last, as blocks from this position of a message on."""
        written: list[JsonValue] = []
        for shown in self.media.take():
            at = Address(f"{message_at}/content/{position + len(written)}")
            self.media.say_label(at, shown.label)
            written.append({"type": "text", "text": shown.label})
            for part in shown.parts:
                at = Address(f"{message_at}/content/{position + len(written)}")
                self.media.say_shown(part, at, why=_ERRORS if shown.result.is_error else None)
                written.append(media_block(part))
        return written

    def _plain(self, part: Part, at: Address) -> JsonValue:
        """A block that may stand in a message or in a result."""
        if isinstance(part, TextPart):
            self.out.link(part, at)
            return {"type": "text", "text": part.text}
        if isinstance(part, MediaPart):
            block = media_block(part)
            if block is None:
                return self._summary(part, at, "Anthropic Messages does not take this medium.")
            self.out.link(part, at)
            return block
        self.out.link(part, at, "changed")
        if isinstance(part, RefusalPart):
            why = "There is no block for a refusal; it is written as text."
            self.out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)
            return {"type": "text", "text": part.text}
        why = "A block holds text or a medium; the structure is written as JSON text."
        if isinstance(part, DataPart):
            code, what, value = "data-as-text", "structured result", part.value
        else:
            code, what, value = "opaque", "block", part.raw
        self.out.lost(LossKind.CHANGED, part, code, what, why, target=at)
        return {"type": "text", "text": json_text(value)}

    def _summary(self, part: MediaPart, at: Address, why: str) -> JsonValue:
        self.out.link(part, at, "changed")
        text = summary_of(part)
        self.out.lost(
            LossKind.DROPPED, part, "media", part.media, why, target=at, fallback=text
        )
        return {"type": "text", "text": text}


def media_block(part: MediaPart) -> JsonObject | None:
    """An image or document block; None where there is none for the medium or where it lies."""
    by_url = part.url is not None and part.url.startswith(("https://", "http://"))
    if part.media == "image":
        if part.data is not None and part.mime_type in _IMAGES:
            return {"type": "image", "source": _base64_source(part)}
        return (
            {"type": "image", "source": {"type": "url", "url": part.url}} if by_url else None
        )
    if part.media != "file":
        return None
    source = _document_source(part, by_url)
    if source is None:
        return None
    titled: JsonObject = {"title": part.name} if part.name else {}
    return {"type": "document", "source": source, **titled}


def _document_source(part: MediaPart, by_url: bool) -> JsonObject | None:
    mime = part.mime_type or ""
    if part.data is not None and mime == "application/pdf":
        return _base64_source(part)
    if part.data is not None and mime.startswith("text/"):
        text = _text_of(part.data)
        return (
            None
            if text is None
            else {"type": "text", "media_type": "text/plain", "data": text}
        )
    if by_url and mime in ("", "application/pdf"):
        return {"type": "url", "url": part.url}
    return None


def _base64_source(part: MediaPart) -> JsonObject:
    return {"type": "base64", "media_type": part.mime_type, "data": part.data}


def _text_of(data: str) -> str | None:
    try:
        return base64.b64decode(data, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
