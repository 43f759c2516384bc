"""A span of a trace, as far as conversations need it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from crosswire.address import Address
from crosswire.model import JsonValue, Message, Part, ToolCallPart, ToolResultPart

Kind = Literal["model", "tool", "agent", "other"]
"""What a span is about: an answer of a model, a tool that ran, an agent at work."""


@dataclass(slots=True)
class Retold:
    """Messages that a span may tell a second time, and the values that are pieces of them."""

    messages: list[Message]
    pieces: list[tuple[JsonValue, Address]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Span:
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
    beside: list[Part] = field(default_factory=list)
    """Settings and declarations of a model's span."""
    retells: bool = False
    """It says less well what a span around it says."""
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


def in_order(spans: list[Span]) -> list[Span]:
    """By their beginning; equal ones in the order of the file."""
    return sorted(spans, key=lambda span: span.start)
