"""From parts of the model to what stands inside a message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crosswire.address import Address
from crosswire.formats.openai_chat.dialect import Dialect
from crosswire.formats.openai_chat.writing_media import detail_of
from crosswire.loss import LossKind
from crosswire.model import (
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

_PLACE = "A tool message"


def why_no_place(part: Part, dialect: Dialect) -> tuple[str, str, str]:
    """Code, name and reason of a part that the dialect has no place for."""
    if isinstance(part, ReasoningPart):
        return "reasoning", "reasoning", f"{dialect.title} has no field for reasoning."
    if isinstance(part, ToolCallPart):
        return "server-tool", part.name, f"{dialect.title} has no tools that the provider runs."
    if isinstance(part, ToolResultPart):
        return "server-tool", part.wire_type, f"{dialect.title} has no tools that the provider runs."
    if isinstance(part, MediaPart):
        return "media", part.media, f"{dialect.title} has no place for this medium here."
    kind = part.wire_type if isinstance(part, OpaquePart) else "block"
    return "opaque", kind, f"{dialect.title} has no such block."


def content(out: RenderingBuilder, parts: Sequence[Part], at: Address, dialect: Dialect) -> JsonValue:
    """Text where there is one text; else a list of parts."""
    if len(parts) == 1 and isinstance(parts[0], (TextPart, RefusalPart)):
        out.link(parts[0], Address(f"{at}/content"))
        _say_refusal(out, parts[0], Address(f"{at}/content"), dialect)
        return parts[0].text
    return [_content_part(out, part, Address(f"{at}/content/{i}"), dialect) for i, part in enumerate(parts)]


def _content_part(out: RenderingBuilder, part: Part, at: Address, dialect: Dialect) -> JsonValue:
    if isinstance(part, MediaPart):
        out.link(_without_detail(part), at)
        return dialect.written_media(out, part)
    out.link(part, at)
    _say_refusal(out, part, at, dialect)
    return {"type": "text", "text": part.text if isinstance(part, (TextPart, RefusalPart)) else ""}


def _say_refusal(out: RenderingBuilder, part: Part, at: Address, dialect: Dialect) -> None:
    if isinstance(part, RefusalPart) and not dialect.refusals:
        why = f"{dialect.title} has no field for a refusal; it is written as text."
        out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)


def _without_detail(part: MediaPart) -> MediaPart:
    if detail_of(part) is None:
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
