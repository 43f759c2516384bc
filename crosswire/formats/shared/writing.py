"""What the writers of several formats have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from crosswire.address import Address
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.json_patch import patched
from crosswire.model.loss import LossKind, Relation
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import own_tool
from crosswire.rendering.result_media import ResultMedia
from crosswire.rendering.settings import SettingWriter


def relation_of(sources: int) -> Relation:
    """How a part or message relates to its place in the payload, which so many share."""
    return "merged" if sources > 1 else "same"


def id_field(
    out: RenderingBuilder, part: ToolCallPart | ToolResultPart, at: Address, name: str
) -> JsonObject:
    """The field with the id of a call or result at `at`; an empty object where none is
    written."""
    call_id = out.id_for(part, Address(f"{at}/{name}"))
    return {} if call_id is None else {name: call_id}


def told_name(result: ToolResultPart) -> str | None:
    """The name of the tool, or of the function that stands for it; None where none is said."""
    told = result.function_name_for_export
    return result.name if told is None else told


# Settings and tools


def put(payload: JsonObject, tokens: tuple[str, ...], value: JsonValue) -> None:
    """Set a value at a place of the payload, which must be an object all the way down."""
    changed = patched(payload, [(tokens, value)])
    if isinstance(changed, dict):
        payload.update(changed)


def where(fits: Callable[[JsonValue], bool], *tokens: str) -> SettingWriter:
    """A writer for a field that takes the neutral value as it is, where the value fits it."""
    return lambda value: (tokens, value) if fits(value) else None


def own_tools(
    out: RenderingBuilder, cleaned: Callable[[ToolPart], JsonValue] = lambda tool: tool.raw
) -> list[JsonValue]:
    """The field `tools`, of tools in the target's own words: each as it was logged, unless it
    is `cleaned` of something."""
    return [
        own_tool(out, tool, Address(f"0:/tools/{i}"), cleaned(tool))
        for i, tool in enumerate(out.conversation.listed_tools())
    ]


# Losses

_LOST_AS: Mapping[type[Part], tuple[str, str]] = {
    ToolCallPart: ("server-tool", "name"),
    ToolResultPart: ("server-tool", "wire_type"),
    ReasoningPart: ("reasoning", "reasoning"),
    MediaPart: ("media", "media"),
    OpaquePart: ("opaque", "wire_type"),
}


def lost_as(part: Part) -> tuple[str, str]:
    """The code of the loss of a part that has no place, and what it is."""
    code, field = _LOST_AS.get(type(part), ("opaque", "block"))
    return code, getattr(part, field, field)


def lose_tool_name(
    out: RenderingBuilder, result: ToolResultPart, at: Address, message: str
) -> None:
    """Say that a result's name of its tool is lost; its call tells it, if it is known and the
    same."""
    if result.name is None or result.function_name_for_export is not None:
        return
    pair = out.pairing.pair_of.get(result.key)
    if pair is None or pair.call.name != result.name:
        out.lost(LossKind.DROPPED, result, "tool-name", result.name, message, target=at)


def lose_error_flag(
    out: RenderingBuilder, result: ToolResultPart, at: Address, message: str
) -> None:
    """Say that a result is no longer marked as an error, if it was."""
    if result.is_error:
        out.lost(LossKind.DROPPED, result, "error-flag", "is_error", message, target=at)


def keeps_error_flag(
    out: RenderingBuilder, result: ToolResultPart, content: JsonValue, at: Address
) -> bool:
    """Whether a result is marked as an error, where no error may be silent: one that is loses
    its mark."""
    if result.is_error and not content:
        lose_error_flag(out, result, at, "An error has to say something, which this does not.")
    return result.is_error and bool(content)


def split_results(parts: Iterable[Part]) -> tuple[list[ToolResultPart], list[Part]]:
    """The results among some parts, and the others."""
    results: list[ToolResultPart] = []
    others: list[Part] = []
    for part in parts:
        if type(part) is ToolResultPart:
            results.append(part)
        else:
            others.append(part)
    return results, others


def before_last_result(parts: Sequence[Part]) -> list[Part]:
    """The parts that stand before a result and are none, in their order."""
    before: list[Part] = []
    since: list[Part] = []  # the last result
    for part in parts:
        if type(part) is ToolResultPart:
            before += since
            since = []
        else:
            since.append(part)
    return before


# Media of results


def shown_media(
    media: ResultMedia,
    content_at: Address,
    position: int,
    text: Callable[[str], JsonValue],
    medium: Callable[[ToolResultPart, MediaPart, Address], JsonValue],
) -> list[JsonValue]:
    """The media that wait, as elements of the list at `content_at` from `position` on: behind
    a label for each result."""
    written: list[JsonValue] = []
    for shown in media.take():
        media.say_label(Address(f"{content_at}/{position + len(written)}"), shown.label)
        written.append(text(shown.label))
        for part in shown.parts:
            place = Address(f"{content_at}/{position + len(written)}")
            written.append(medium(shown.result, part, place))
    return written
