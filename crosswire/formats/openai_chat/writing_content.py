"""From parts of the model to what stands inside a message."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.formats.openai_chat.variant import Variant
from crosswire.formats.openai_chat.writing_media import detail_of
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
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import result_text
from crosswire.rendering.result_media import CODE, ResultMedia, Shown

_PLACE = "A tool message"


def why_no_place(part: Part, variant: Variant) -> tuple[str, str, str]:
    """Code, name and reason of a part that the variant has no place for."""
    if isinstance(part, ReasoningPart):
        why = f"{variant.title} has no field for reasoning."
        if variant.thinks:
            why = (
                "What another model thought is not passed off as the thinking of "
                f"{variant.title}'s."
            )
        return "reasoning", "reasoning", why
    if isinstance(part, ToolCallPart):
        return (
            "server-tool",
            part.name,
            f"{variant.title} has no tools that the provider runs.",
        )
    if isinstance(part, ToolResultPart):
        return (
            "server-tool",
            part.wire_type,
            f"{variant.title} has no tools that the provider runs.",
        )
    if isinstance(part, MediaPart):
        return "media", part.media, f"{variant.title} has no place for this medium here."
    kind = part.wire_type if isinstance(part, OpaquePart) else "block"
    return "opaque", kind, f"{variant.title} has no such block."


def content(
    out: RenderingBuilder, parts: Sequence[Part], at: Address, variant: Variant
) -> JsonValue:
    """Text where there is one text; else a list of parts."""
    if len(parts) == 1 and isinstance(parts[0], (TextPart, RefusalPart)):
        out.link(parts[0], Address(f"{at}/content"))
        _say_refusal(out, parts[0], Address(f"{at}/content"), variant)
        return parts[0].text
    return [
        _content_part(out, part, Address(f"{at}/content/{i}"), variant)
        for i, part in enumerate(parts)
    ]


def planned(
    out: RenderingBuilder, parts: Sequence[Part], at: Address, variant: Variant
) -> str:
    """What was said beside calls, in the one text that there is for it."""
    for part in parts:
        out.link(part, at, "merged" if len(parts) > 1 else "same")
        _say_refusal(out, part, at, variant)
    return "\n".join(part.text for part in parts if isinstance(part, (TextPart, RefusalPart)))


def _content_part(
    out: RenderingBuilder, part: Part, at: Address, variant: Variant
) -> JsonValue:
    if isinstance(part, MediaPart):
        out.link(without_detail(part), at)
        variant.say_media(out, part, at)
        return variant.written_media(out, part)
    out.link(part, at)
    _say_refusal(out, part, at, variant)
    return {
        "type": "text",
        "text": part.text if isinstance(part, (TextPart, RefusalPart)) else "",
    }


def _say_refusal(out: RenderingBuilder, part: Part, at: Address, variant: Variant) -> None:
    if isinstance(part, RefusalPart) and not variant.refusals:
        why = f"{variant.title} has no field for a refusal; it is written as text."
        out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)


def without_detail(part: MediaPart) -> MediaPart:
    """An image without the field that is written with it."""
    if detail_of(part) is None:
        return part
    return replace(
        part, extras={k: v for k, v in (part.extras or {}).items() if k != "detail"} or None
    )


class ResultWriter:
    """Writes what tools gave, and what of it a tool message does not hold."""

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
        parts = result.content
        if not parts:
            return ""
        if len(parts) == 1 and self._is_text(parts[0]):
            return self._text(result, parts[0], Address(f"{at}/content"))
        return [
            self._part(result, part, Address(f"{at}/content/{i}"))
            for i, part in enumerate(parts)
        ]

    def _is_text(self, part: Part) -> bool:
        if isinstance(part, MediaPart):
            return self._medium(part) is None
        return not isinstance(part, DataPart) or self.variant.written_data(part) is None

    def _part(self, result: ToolResultPart, part: Part, at: Address) -> JsonObject:
        data = self.variant.written_data(part) if isinstance(part, DataPart) else None
        if data is not None:
            self.out.link(part, at, "changed")
            return data
        medium = self._medium(part) if isinstance(part, MediaPart) else None
        if medium is not None and isinstance(part, MediaPart):
            self.out.link(without_detail(part), at)
            self.variant.say_media(self.out, part, at)
            why = self.variant.media_in_results or ""
            self.out.lost(LossKind.CHANGED, part, CODE, part.media, why, target=at)
            return medium
        return {"type": "text", "text": self._text(result, part, at)}

    def _medium(self, part: MediaPart) -> JsonObject | None:
        """A medium as it stands in the result itself."""
        inside = self.variant.media_in_results is not None and self.media.inside
        return self.variant.written_media(self.out, part) if inside else None

    def _text(self, result: ToolResultPart, part: Part, at: Address) -> str:
        if isinstance(part, MediaPart):
            taken = self.variant.written_media(self.out, part) is not None
            return self.media.text_for(result, part, at, beside=taken)
        return result_text(self.out, part, at, place=_PLACE)

    def shown(self, at: Address) -> JsonObject:
        """A message of the user with the media of the results before it."""
        self.media.say_message(at)
        written: list[JsonValue] = []
        for shown in self.media.take():
            self._show(shown, written, at)
        return {"role": "user", "content": written}

    def _show(self, shown: Shown, written: list[JsonValue], at: Address) -> None:
        self.media.say_label(Address(f"{at}/content/{len(written)}"), shown.label)
        written.append({"type": "text", "text": shown.label})
        for part in shown.parts:
            place = Address(f"{at}/content/{len(written)}")
            self.media.say_shown(without_detail(part), place)
            self.variant.say_media(self.out, part, place)
            written.append(self.variant.written_media(self.out, part))
