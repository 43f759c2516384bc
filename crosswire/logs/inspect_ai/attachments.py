"""Long texts that a sample keeps once, under `attachments`, and names elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import is_not

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
from crosswire.model.media import held_in_url

_SCHEMES = ("attachment://", "tc://")
"""The second is that of logs before 2025."""


_MOST_LEVELS = 40


Attached = Mapping[str, tuple[JsonValue, Address]]
"""What attachments say, and where, by their names."""


def attached_in(value: JsonValue, at: Address) -> Attached:
    """The attachments in an object."""
    return {name: (text, child(at, name)) for name, text in object_or_empty(value).items()}


def resolve(messages: Iterable[Message], attached: Attached) -> None:
    """Let the parts of messages say what the attachments say that they name."""
    if attached:
        for message in messages:
            for part in message.parts:
                _Resolving(attached).resolve(part)


class _Resolving:
    """A part whose texts are looked up, with those that were found."""

    def __init__(self, texts: Attached) -> None:
        self.texts = texts
        self.found: dict[Address, str] = {}

    def resolve(self, part: Part) -> None:
        if isinstance(part, (TextPart, ReasoningPart)):
            place, text = self._named(part.text)
            if text is not None:
                part.text, part.address = text, place
        elif isinstance(part, MediaPart):
            self._bytes_of(part)
        elif isinstance(part, DataPart):
            part.value = self._within(part.value)
        elif isinstance(part, ToolCallPart):
            given = part.arguments
            value = self._within(given.value)
            if value is not given.value:
                part.arguments = Arguments(given.state, value, None, given.address)
        elif isinstance(part, ToolResultPart):
            for inner in part.content:
                self.resolve(inner)
        if self.found:
            part.apart = list(self.found.items())

    def _bytes_of(self, part: MediaPart) -> None:
        _, text = self._named(part.data or part.url or "")
        if text is not None:
            mime, _ = held_in_url(text)
            part.given, part.mime_type = text, mime or part.mime_type
            part.url = None

    def _named(self, text: str) -> tuple[Address, str | None]:
        """What a text names, with its place; None where it names nothing."""
        name = text.partition("//")[2] if text.startswith(_SCHEMES) else ""
        found, place = self.texts.get(name, (None, Address("")))
        if not isinstance(found, str):
            return place, None
        self.found[place] = found
        return place, found

    def _within(self, value: JsonValue, depth: int = _MOST_LEVELS) -> JsonValue:
        """A value whose texts say what they name; the same one where none names anything."""
        if isinstance(value, str):
            found = self._named(value)[1]
            return value if found is None else found
        if depth == 0:
            return value
        if isinstance(value, list):
            items = [self._within(one, depth - 1) for one in value]
            return items if any(map(is_not, items, value)) else value
        if isinstance(value, dict):
            held = {key: self._within(one, depth - 1) for key, one in value.items()}
            return held if any(held[key] is not value[key] for key in value) else value
        return value
