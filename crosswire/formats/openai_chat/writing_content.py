"""From parts of the model to what stands inside a message."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.formats.openai_chat.variant import Variant
from crosswire.formats.openai_chat.writing_media import without_detail
from crosswire.formats.shared.writing import lost_as, relation_of, shown_media
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    RefusalPart,
    ToolResultPart,
    text_of,
)
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import result_text
from crosswire.rendering.result_media import CODE, ResultMedia


def why_no_place(part: Part, variant: Variant) -> tuple[str, str, str]:
    """Code, name and reason of a part that the variant has no place for."""
    title = variant.title
    reasons = {
        "reasoning": f"{title} has no field for reasoning.",
        "server-tool": f"{title} has no tools that the provider runs.",
        "media": f"{title} has no place for this medium here.",
        "opaque": f"{title} has no such block.",
    }
    if variant.thinks:
        reasons["reasoning"] = (
            f"What another model thought is not passed off as the thinking of {title}'s."
        )
    code, name = lost_as(part)
    return code, name, reasons[code]


def content(
    out: RenderingBuilder, parts: Sequence[Part], at: Address, variant: Variant
) -> JsonValue:
    """Text where there is one text; else a list of parts."""
    place = Address(f"{at}/content")
    if len(parts) == 1 and type(parts[0]) is not MediaPart:
        return said(out, parts, place, variant)
    return [
        _content_part(out, part, Address(f"{place}/{i}"), variant)
        for i, part in enumerate(parts)
    ]


def said(out: RenderingBuilder, parts: Sequence[Part], at: Address, variant: Variant) -> str:
    """Texts as the one text that a field has room for."""
    relation = relation_of(len(parts))
    for part in parts:
        out.link(part, at, relation)
        if type(part) is RefusalPart and not variant.refusals:
            why = f"{variant.title} has no field for a refusal; it is written as text."
            out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)
    return text_of(parts)


def _content_part(
    out: RenderingBuilder, part: Part, at: Address, variant: Variant
) -> JsonValue:
    if isinstance(part, MediaPart):
        out.link(without_detail(part), at)
        variant.say_media(out, part, at)
        return variant.written_media(out, part)
    return {"type": "text", "text": said(out, [part], at, variant)}


def _text_part(text: str) -> JsonObject:
    return {"type": "text", "text": text}


class ResultWriter:
    """Writes the contents of results, and behind them what a tool message does not hold."""

    def __init__(self, out: RenderingBuilder, variant: Variant) -> None:
        self.out = out
        self.variant = variant
        self.media = ResultMedia(
            out,
            limit=f"A tool message of {variant.title} does not hold this medium.",
            behind="in a message of the user behind the results",
        )

    def content(self, result: ToolResultPart, at: Address) -> JsonValue:
        """Text where there is one text, else a list of parts."""
        written = [self._block(part) for part in result.content]
        if not written:
            return ""
        if written == [None]:
            return self._text(result, result.content[0], at)
        return [
            self._part(result, part, block, Address(f"{at}/{i}"))
            for i, (part, block) in enumerate(zip(result.content, written, strict=True))
        ]

    def _block(self, part: Part) -> JsonObject | None:
        """The content part of a medium or a structure that a result may hold as it is."""
        if type(part) is DataPart:
            return self.variant.written_data(part)
        inside = self.variant.media_in_results is not None and self.media.inside
        if type(part) is MediaPart and inside:
            return self.variant.written_media(self.out, part)
        return None

    def _part(
        self, result: ToolResultPart, part: Part, block: JsonObject | None, at: Address
    ) -> JsonObject:
        if block is None:
            return _text_part(self._text(result, part, at))
        if not isinstance(part, MediaPart):
            self.out.link(part, at, "changed")
            return block
        self.out.link(without_detail(part), at)
        self.variant.say_media(self.out, part, at)
        why = self.variant.media_in_results or ""
        self.out.lost(LossKind.CHANGED, part, CODE, part.media, why, target=at)
        return block

    def _text(self, result: ToolResultPart, part: Part, at: Address) -> str:
        if type(part) is MediaPart:
            taken = self.variant.written_media(self.out, part) is not None
            return self.media.text_for(result, part, at, beside=taken)
        return result_text(self.out, part, at, place="A tool message")

    def shown(self, at: Address) -> JsonObject:
        """A message of the user with the media of the results before it."""
        self.media.say_message(at)
        place = Address(f"{at}/content")
        content = shown_media(self.media, place, 0, _text_part, self._shown_medium)
        return {"role": "user", "content": content}

    def _shown_medium(self, _: ToolResultPart, part: MediaPart, at: Address) -> JsonValue:
        self.media.say_shown(without_detail(part), at)
        self.variant.say_media(self.out, part, at)
        return self.variant.written_media(self.out, part)
