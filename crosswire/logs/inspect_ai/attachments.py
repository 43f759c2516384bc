"""Long texts that a sample keeps once, under `attachments`, and names elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from crosswire.address import Address, child
from crosswire.model import (
    Arguments,
    DataPart,
    JsonValue,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_values import object_or_empty
from crosswire.model.media import split_data_url

_SCHEMES = ("attachment://", "tc://")
"""The second is that of logs before 2025."""


def resolve(messages: Iterable[Message], attached: JsonValue, at: Address) -> None:
    """Let the parts of messages say what the attachments say that they name."""
    texts = object_or_empty(attached)
    if texts:
        for message in messages:
            for part in message.parts:
                _resolve(part, texts, at)


def _resolve(part: Part, texts: dict[str, JsonValue], at: Address) -> None:
    if isinstance(part, (TextPart, ReasoningPart)):
        name, text = _named(part.text, texts)
        if text is not None:
            part.text, part.address = text, child(at, name)
    elif isinstance(part, MediaPart):
        _, text = _named(part.data or part.url or "", texts)
        if text is not None:
            mime, data = split_data_url(text)
            part.data, part.mime_type = data or text, mime or part.mime_type
            part.url = None
    elif isinstance(part, DataPart):
        part.value = _within(part.value, texts)
    elif isinstance(part, ToolCallPart):
        given = part.arguments
        value = _within(given.value, texts)
        if value is not given.value:
            part.arguments = Arguments(given.state, value, None, given.address)
    elif isinstance(part, ToolResultPart):
        for inner in part.content:
            _resolve(inner, texts, at)


def _named(text: str, texts: dict[str, JsonValue]) -> tuple[str, str | None]:
    if not text.startswith(_SCHEMES):
        return "", None
    name = text.partition("//")[2]
    found = texts.get(name)
    return name, found if isinstance(found, str) else None


def _within(value: JsonValue, texts: dict[str, JsonValue], depth: int = 40) -> JsonValue:
    """A value whose texts say what they name; the same one where none names anything."""
    if isinstance(value, str):
        found = _named(value, texts)[1]
        return value if found is None else found
    if depth == 0:
        return value
    if isinstance(value, list):
        items = [_within(one, texts, depth - 1) for one in value]
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    if isinstance(value, dict):
        held = {key: _within(one, texts, depth - 1) for key, one in value.items()}
        return held if any(held[key] is not value[key] for key in value) else value
    return value
