"""What stands in a message of Zed: `{kind: value}`, in older versions `{type: kind, ...}`."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import Address, child
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import text, words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text, Thought
from crosswire.logs.sessions.lines import Line
from crosswire.model import (
    JsonValue,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_values import list_or_empty

_IMAGE = Media(data="source", mime="", url="", name="", media="image")
_RESULT = Result(id="tool_use_id", content="", name="tool_name", error="is_error")
_BLOCKS = Blocks(
    {
        "text": Text(),
        "thinking": Thought(text="text"),
        "redacted_thinking": Thought(text="", redacted="data"),
        "image": _IMAGE,
    },
    beside=words("is_input_complete size output content raw_input input"),
)


def parts_in(line: Line, name: str) -> Iterator[Part]:
    """The parts in a list of a message."""
    for i, one in enumerate(list_or_empty(line.raw.get(name))):
        yield _part(one, child(line.at, name, i))


def _part(raw: JsonValue, at: Address) -> Part:
    if isinstance(raw, dict) and len(raw) == 1:
        [(kind, value)] = raw.items()
        place = child(at, kind)
        if isinstance(value, dict):
            return _tagged(kind.lower(), Line(value, place)) or _BLOCKS.part(raw, at)
        if isinstance(value, str) and kind.lower() == "text":
            return TextPart(address=place, raw=raw, text=value)
        if isinstance(value, str) and kind == "RedactedThinking":
            return ReasoningPart(
                address=place, raw=raw, text="", signature=value, redacted=True
            )
    return _BLOCKS.part(raw, at)


def _tagged(kind: str, held: Line) -> Part | None:
    if kind == "thinking":
        thought, sealed = text(held.raw, "text") or "", text(held.raw, "signature")
        return ReasoningPart(address=held.at, raw=held.raw, text=thought, signature=sealed)
    if kind == "mention":
        return TextPart(address=held.at, raw=held.raw, text=text(held.raw, "content") or "")
    if kind == "image":
        return _BLOCKS.media(*held, _IMAGE)
    return call_in(held) if kind == "tooluse" else None


def call_in(line: Line) -> ToolCallPart:
    """The call in an object; its arguments as the model wrote them, where that was kept."""
    given = "raw_input" if line.raw.get("raw_input") else "input"
    return _BLOCKS.call(*line, Call(arguments=given))


def result_in(line: Line) -> ToolResultPart:
    """The result in an object, whose content is a text, a block, or a list of them."""
    found = _BLOCKS.result(*line, _RESULT)
    content, at = line.raw.get("content"), child(line.at, "content")
    if isinstance(content, list):
        found.content = list(parts_in(line, "content"))
    elif isinstance(content, str):
        found.content = [TextPart(address=at, raw=content, text=content)] if content else []
    elif content is not None:
        found.content = [_part(content, at)]
    return found
