"""Streams of every kind with calls in them, as captures, lines, lists and recordings hold them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import crosswire
from crosswire.address import Address, parent, resolve
from crosswire.containers import sse
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdState
from tests.samples import REQUESTS
from tests.test_further_streams import STREAMS as FURTHER
from tests.test_streams import CAPTURES

Json = dict[str, Any]

PIECES: list[Any] = [
    {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": call}]}}], "responseId": "r"}
    for call in (
        {"name": "look", "id": "look_1", "willContinue": True},
        {"partialArgs": [{"jsonPath": "$.at", "stringValue": "ho"}], "willContinue": True},
        {
            "partialArgs": [
                {"jsonPath": "$.at", "stringValue": "me"},
                {"jsonPath": "$.n[0].m", "numberValue": 1},
            ]
        },
        {"name": "look", "id": "look_2", "args": {"at": 2}},
    )
]
PIECES.append({"candidates": [{"finishReason": "STOP"}], "responseId": "r"})

KINDS: dict[str, list[Any]] = {**CAPTURES, **FURTHER, "gemini in pieces": PIECES}


def as_sse(events: list[Any]) -> bytes:
    return _text(events).encode()


def _text(events: list[Any]) -> str:
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events)


def _recorded(kind: str, held: Any) -> bytes:
    """An exchange after another one, so that its number is not 0."""
    asked = REQUESTS[kind.partition(" ")[0]]
    return json.dumps([{"request": asked}, {"request": asked, "response": held}]).encode()


WAYS: dict[str, Callable[[str, list[Any]], bytes]] = {
    "an event stream": lambda _, events: as_sse(events),
    "a list": lambda _, events: json.dumps(events).encode(),
    "a recording": lambda kind, events: _recorded(kind, _text(events)),
    "a recording of a list": lambda kind, events: _recorded(kind, {"body": events}),
}


def places_of(conversation: Conversation) -> Iterator[Address]:
    """All that a conversation points at: notes, findings, messages, parts, ids, losses."""
    yield from (note.address for note in conversation.notes if note.address is not None)
    yield from (found.address for found in crosswire.diagnose(conversation))
    yield from (message.address for message in conversation.messages)
    for part in (*conversation.settings_and_tools, *(part for _, part in conversation.parts())):
        yield part.address
        if isinstance(part, (ToolCallPart, ToolResultPart)) and part.call_id.address is not None:
            yield part.call_id.address
        if isinstance(part, ToolCallPart) and part.arguments.address is not None:
            yield part.arguments.address
    for target in ("openai-chat", "anthropic"):
        losses = crosswire.render(conversation, target).losses
        yield from (loss.source for loss in losses if loss.source is not None)


def _would_stand(conversation: Conversation) -> dict[Address, Address]:
    """Where ids that are absent would stand -> the object around it."""
    ends = (part for _, part in conversation.parts() if isinstance(part, (ToolCallPart, ToolResultPart)))
    absent = [end.call_id.address for end in ends if end.call_id.state is IdState.NO_FIELD]
    return {at: above for at in absent if at is not None and (above := parent(at)) is not None}


def nowhere(log: crosswire.Log) -> list[Address]:
    """What of that is not in the upload."""
    missing = []
    for conversation in log.conversations:
        would_stand = _would_stand(conversation)
        for place in dict.fromkeys(places_of(conversation)):
            try:
                resolve(would_stand.get(place, place), log.documents, _read_text)
            except crosswire.BadAddress:
                missing.append(place)
    return missing


def _read_text(text: str) -> object:
    events = sse.read_text(text)
    return json.loads(text) if events is None else events
