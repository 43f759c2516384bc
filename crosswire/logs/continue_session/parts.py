"""The parts of Continue's messages, and what stands in the states of calls beside them."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import child
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import text, word, words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text
from crosswire.logs.sessions.lines import Line
from crosswire.model import Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from crosswire.model.parts import Role

_CALL = Call(name="function.name", arguments="function.arguments")
_RETURNED = Result(id="toolCallId", content="output", name="toolCall.function.name")
_BLOCKS = Blocks(
    {"text": Text(), "imageUrl": Media(url="imageUrl.url", media="image")},
    beside=words("role status parsedArgs processedArgs preprocessedArgs tool mcpUiState"),
)
_OVER = words("done errored canceled")
"""States of a call that gets no other result any more."""


def parts_of(step: Line, message: Line, role: Role) -> Iterator[Part]:
    """What a message says, with what the program sends before it."""
    if role == "user":
        yield from map(_text, step.objects("contextItems"))
    thought = step.inside("reasoning")
    if thought.raw:
        said = text(thought.raw, "text") or ""
        yield ReasoningPart(address=thought.at, raw=thought.raw, text=said)
    if role == "tool":
        yield _BLOCKS.result(*message, Result(id="toolCallId"))
    elif word(message.raw, "role") == "thinking":
        yield _thought(message)
    else:
        yield from _BLOCKS.parts(message.raw.get("content"), child(message.at, "content"))


def _text(item: Line) -> TextPart:
    """A piece of context, or of what a call returned."""
    return TextPart(address=item.at, raw=item.raw, text=text(item.raw, "content") or "")


def _thought(message: Line) -> ReasoningPart:
    hidden, said = text(message.raw, "redactedThinking"), text(message.raw, "content")
    return ReasoningPart(
        address=message.at,
        raw=message.raw,
        text=said or "",
        signature=hidden or text(message.raw, "signature"),
        redacted=hidden is not None and not said,
    )


def call_in(line: Line) -> ToolCallPart:
    return _BLOCKS.call(*line, _CALL)


def is_over(state: Line) -> bool:
    """Whether a call returned, or never will."""
    return bool(state.raw.get("output")) or word(state.raw, "status") in _OVER


def result_in(state: Line) -> ToolResultPart:
    """What a call returned; nothing, where it was cancelled before it could."""
    found = _BLOCKS.result(*state, _RETURNED)
    found.is_error = word(state.raw, "status") in ("errored", "canceled")
    found.content = [_text(item) for item in state.objects("output")]
    return found
