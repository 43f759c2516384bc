"""Reads the input of an agent, messages, and the events of runs."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.ag_ui.messages import DIALECT
from crosswire.logs.ag_ui.names import BESIDE, NAME, OF_MESSAGES, OTHERS, TRAITS
from crosswire.logs.ag_ui.stream import Stream
from crosswire.logs.shared.dialect import recognise
from crosswire.logs.shared.run_reading import read_runs
from crosswire.model import JsonValue, Message, ReasoningPart, TextPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import type_of


def _is_event(value: JsonValue) -> bool:
    kind = type_of(value) or ""
    return kind in OTHERS or kind.startswith(OF_MESSAGES)


def _are_events(values: Sequence[JsonValue]) -> bool:
    sample = values[:200]
    known = sum(map(_is_event, sample))
    own = any((type_of(value) or "").startswith(("RUN_", *OF_MESSAGES)) for value in sample)
    return own and 3 * known >= len(sample)


def _events_in(documents: Sequence[JsonValue]) -> Sequence[JsonValue] | None:
    only = documents[0] if len(documents) == 1 else None
    values = only if isinstance(only, list) else documents
    return values if _are_events(values) else None


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    if _events_in(documents) is not None:
        # Surer than what stands in their `rawEvent`.
        return Recognition("messages", 0.97, "Events such as `RUN_STARTED`, `TOOL_CALL_END`.")
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    events = _events_in(documents)
    if events is None:
        return read_runs(documents, first, DIALECT)
    stream = Stream(ConversationBuilder(NAME, TRAITS))
    stream.into.bookkeeping = BESIDE
    is_list = events is not documents
    for i, value in enumerate(events):
        at = child(root(first), i) if is_list else root(first + i)
        if isinstance(value, dict) and _is_event(value):
            stream.take(type_of(value) or "", value, at)
            stream.into.set_aside.append(value)
    stream.pieces.join()
    for message in stream.into.messages:
        _tell_whole(message)
    return [stream.into]


def _tell_whole(message: Message) -> None:
    """A message that began with a piece of its text holds the whole of it."""
    first = message.parts[0] if message.parts else None
    if isinstance(first, (TextPart, ReasoningPart)) and isinstance(message.raw, dict):
        message.raw = (
            {**message.raw, "delta": first.text} if "delta" in message.raw else message.raw
        )
