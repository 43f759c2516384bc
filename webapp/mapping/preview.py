"""What a mapping makes of the documents of an upload, told in a few lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import crosswire
from crosswire.counting import counted
from crosswire.logs import read_with_mapping
from crosswire.model import (
    Conversation,
    JsonObject,
    JsonValue,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

MAX_ROWS = 14
MAX_WORDS = 140


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A part of a conversation."""

    role: str
    kind: str
    words: str


@dataclass(slots=True)
class Preview:
    """How much a mapping finds, and the beginning of it."""

    conversations: int = 0
    messages: int = 0
    calls: int = 0
    results: int = 0
    pairs: int = 0
    rows: list[PreviewRow] = field(default_factory=list)

    @property
    def said(self) -> str:
        """`3 conversations: 7 messages, 3 calls, 3 results, 3 pairs`."""
        counts = [
            counted(self.messages, "message"),
            counted(self.calls, "call"),
            counted(self.results, "result"),
            counted(self.pairs, "pair"),
        ]
        told = ", ".join(counts)
        several = self.conversations > 1
        return f"{self.conversations:,} conversations: {told}" if several else told


def preview(mapping: JsonObject, documents: Sequence[JsonValue]) -> Preview:
    """Read documents by a mapping; raises BadMapping."""
    found = Preview()
    for conversation in read_with_mapping(mapping, documents):
        found.conversations += 1
        found.messages += len(conversation.messages)
        found.calls += sum(1 for _ in conversation.calls())
        found.results += sum(1 for _ in conversation.results())
        found.pairs += len(crosswire.pair(conversation).pairs)
        found.rows += _rows(conversation, MAX_ROWS - len(found.rows))
    return found


def _rows(conversation: Conversation, room: int) -> list[PreviewRow]:
    rows: list[PreviewRow] = []
    for message, part in conversation.parts():
        if len(rows) >= room:
            break
        rows.append(PreviewRow(message.role, *_told(part)))
    return rows


def _told(part: Part) -> tuple[str, str]:
    if isinstance(part, (TextPart, ReasoningPart)):
        return "text", _cut(part.text or "")
    if isinstance(part, ToolCallPart):
        return "call", _cut(f"{part.name}({_given(part)})")
    if isinstance(part, ToolResultPart):
        texts = [one.text for one in part.content if isinstance(one, TextPart)]
        return "result", _cut(" ".join(texts) or ("data" if part.content else "nothing"))
    return "text", "what the mapping has no place for"


def _given(call: ToolCallPart) -> str:
    """The arguments of a call as JSON."""
    given = call.arguments
    return given.text or ("" if given.value is None else json.dumps(given.value))


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= MAX_WORDS else f"{words[:MAX_WORDS]} …"
