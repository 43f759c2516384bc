"""The turns of a request, as its target counts them: messages of one side that follow each
other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field

from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart

Side = Literal["model", "client", "results", "beside", "nobody"]

_OWN_MESSAGES = frozenset({"openai-chat", "mistral", "cohere", "ollama"})
"""Formats whose results are messages of their own, and whose messages of the model are each a
turn."""
_SIDES: dict[str, Side] = {
    "assistant": "model",
    "system": "beside",
    "developer": "beside",
    "other": "beside",
}
"""A role -> the side that speaks; all others are the client's."""


class Turn(Struct, gc=False):
    """Messages of one side, which a provider takes together."""

    side: Side
    messages: list[Message] = field(default_factory=list)
    calls: list[ToolCallPart] = field(default_factory=list)
    """Those that the client has to answer."""
    results: list[ToolResultPart] = field(default_factory=list)
    """Those that the client gives."""

    def parts(self) -> Iterator[tuple[Message, Part]]:
        for message in self.messages:
            for part in message.parts:
                yield message, part

    def add(self, message: Message) -> None:
        self.messages.append(message)
        for part in message.parts:
            if type(part) is ToolCallPart:
                if part.is_for_client:
                    self.calls.append(part)
            elif type(part) is ToolResultPart and part.executed_by == "client":
                self.results.append(part)


def turns(conversation: Conversation) -> list[Turn]:
    """The turns in order; what stands in a field of its own (`system`, `instructions`) is in
    none."""
    own = conversation.format in _OWN_MESSAGES
    sides = _SIDES | ({"tool": "results"} if own else {})
    counted: list[Turn] = []
    last: Side = "nobody"
    for message in conversation.messages:
        if message.field is None:
            side = sides.get(message.role, "client")
            if side != last or (own and side == "model"):
                counted.append(Turn(side))
            counted[-1].add(message)
            last = side
    return counted
