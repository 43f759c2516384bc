"""A span of a trace, as far as conversations need it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.model import (
    JsonObject,
    JsonValue,
    Message,
    Part,
    SettingPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_values import is_number

Kind = Literal["model", "tool", "agent", "other"]
"""What a span is about: an answer of a model, a tool that ran, an agent at work."""


class Retold(Struct):
    """Messages that a span may tell a second time, and the values that are pieces of them."""

    messages: list[Message]
    pieces: list[tuple[JsonValue, Address]] = field(default_factory=list)


class Span(Struct, eq=False):
    """One span; its messages are read, and who repeats whom is not known yet."""

    at: Address
    raw: JsonValue
    kind: Kind = "other"
    id: str | None = None
    parent: str | None = None
    trace: str | None = None
    session: str | None = None
    """What several traces have in common that are one conversation."""
    name: str = ""
    start: float = 0.0
    """Seconds; only their order counts."""
    time: str | None = None
    """As logged."""
    time_at: Address | None = None
    input: list[Message] = field(default_factory=list)
    output: list[Message] = field(default_factory=list)
    history: list[Message] = field(default_factory=list)
    """Of an agent: all that was said, told once more."""
    retold: list[Retold] = field(default_factory=list)
    """What it says a second time, in another attribute."""
    usage: SettingPart | None = None
    """What the answer of a model cost."""
    beside: list[Part] = field(default_factory=list)
    """Settings and declarations of a model's span."""
    retells: bool = False
    """It says less well what a span around it says."""
    failure: tuple[str, Address] | None = None
    """The words of an error that it ended with, and where they stand."""
    elsewhere: list[Address] = field(default_factory=list)
    """Where it only names the place of its messages."""
    call: ToolCallPart | None = None
    result: ToolResultPart | None = None
    """Of a tool's span: what it was called with, and what came back."""

    @property
    def told(self) -> list[Message]:
        """All that it tells."""
        return [*self.input, *self.history, *self.output]

    @property
    def says_anything(self) -> bool:
        return bool(self.input or self.output or self.history)


def usage_of(counts: JsonObject, at: Address) -> SettingPart | None:
    """What an answer cost, in words that providers have; None where nothing was counted."""
    counted: JsonObject = {
        key: value
        for key, value in counts.items()
        if is_number(value) or isinstance(value, dict)
    }
    if not counted:
        return None
    return SettingPart(
        address=at,
        raw=counted,
        name="usage",
        value=counted,
        neutral=counted,
        of_response=True,
    )


def in_order(spans: list[Span]) -> list[Span]:
    """By their beginning; equal ones in the order of the file."""
    return sorted(spans, key=lambda span: span.start)
