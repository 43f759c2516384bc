"""The turns of a request, as its target counts them: messages of one side that follow each
other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart

Side = Literal["model", "client", "results", "beside"]

_OWN_MESSAGES = frozenset({"openai-chat", "mistral", "cohere", "ollama"})
"""Formats whose results are messages of their own, and whose messages of the model are each a
turn."""
_PROMPTS = ("system", "developer")


@dataclass(slots=True)
class Turn:
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
            if isinstance(part, ToolCallPart):
                if part.executed_by == "client" and not part.hybrid:
                    self.calls.append(part)
            elif isinstance(part, ToolResultPart) and part.executed_by == "client":
                self.results.append(part)


def turns(conversation: Conversation) -> list[Turn]:
    """The turns in order; what stands in a field of its own (`system`, `instructions`) is in
    none."""
    own = conversation.format in _OWN_MESSAGES
    found: list[Turn] = []
    for message in conversation.messages:
        if message.field is not None:
            continue
        side = _side(message, own)
        if not found or found[-1].side != side or (own and side == "model"):
            found.append(Turn(side))
        found[-1].add(message)
    return found


def _side(message: Message, own: bool) -> Side:
    if message.role == "assistant":
        return "model"
    if message.role in _PROMPTS or message.role == "other":
        return "beside"
    return "results" if own and message.role == "tool" else "client"
