"""The turns of a request, as its target counts them: messages of one side that follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart

Side = Literal["model", "client", "results", "beside"]

_OWN_MESSAGES = frozenset({"openai-chat", "mistral"})
"""Formats whose results are messages of their own, and whose messages of the model are each a turn."""
_PROMPTS = ("system", "developer")


@dataclass(slots=True)
class Turn:
    """Messages of one side, which a provider takes together."""

    side: Side
    messages: list[Message]

    def parts(self) -> Iterator[tuple[Message, Part]]:
        for message in self.messages:
            for part in message.parts:
                yield message, part

    @property
    def calls(self) -> list[ToolCallPart]:
        """Those that the client has to answer."""
        calls = (part for _, part in self.parts() if isinstance(part, ToolCallPart))
        return [call for call in calls if call.executed_by == "client" and not call.hybrid]

    @property
    def results(self) -> list[ToolResultPart]:
        """Those that the client gives."""
        results = (part for _, part in self.parts() if isinstance(part, ToolResultPart))
        return [result for result in results if result.executed_by == "client"]


def turns(conversation: Conversation) -> list[Turn]:
    """The turns in order; what stands in a field of its own (`system`, `instructions`) is in none."""
    own = conversation.format in _OWN_MESSAGES
    found: list[Turn] = []
    spoken = (message for message in conversation.messages if message.field is None)
    for side, run in groupby(spoken, key=lambda message: _side(message, own)):
        messages = list(run)
        if own and side == "model":
            found += [Turn(side, [message]) for message in messages]
        else:
            found.append(Turn(side, messages))
    return found


def _side(message: Message, own: bool) -> Side:
    if message.role == "assistant":
        return "model"
    if message.role in _PROMPTS or message.role == "other":
        return "beside"
    return "results" if own and message.role == "tool" else "client"
