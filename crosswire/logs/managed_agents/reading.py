"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.managed_agents.events import read_events
from crosswire.logs.managed_agents.names import (
    CALLS,
    MESSAGES,
    RESULTS,
)
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import text_or_empty, type_of

_SAMPLE = 200
_DEPTH = 4
_KINDS = ("agent.", "session.", "span.", "user.")
_SURE = frozenset({*CALLS, *RESULTS, *MESSAGES, "span.model_request_start"})


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for event, _, _ in _events(documents[:_SAMPLE], 0):
        kind = type_of(event) or ""
        if kind in _SURE and (
            text_or_empty(event.get("id")).startswith("sevt") or kind in CALLS
        ):
            return Recognition("messages", 0.95, f"Events of a session, of type `{kind}`.")
    return None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    found = list(_events(documents, first))
    return [read_events(found)] if found else []


def _events(
    documents: Sequence[JsonValue], first: int
) -> Iterator[tuple[JsonObject, Address, bool]]:
    """Events, and what a session is made with; and whether each was sent by the client."""
    for number, document in enumerate(documents, first):
        value, at, sent = document, root(number), False
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            sent = value[0].endswith(".send")
            value, at = value[1], Address(f"{at}/1")
        yield from _within(value, at, sent, _DEPTH)


def _within(
    value: JsonValue, at: Address, sent: bool, depth: int
) -> Iterator[tuple[JsonObject, Address, bool]]:
    if isinstance(value, list) and depth:
        for i, one in enumerate(value):
            yield from _within(one, Address(f"{at}/{i}"), sent, depth - 1)
    elif isinstance(value, dict):
        kind = type_of(value) or ""
        if kind.startswith(_KINDS) or (kind == "session" and "agent" in value):
            yield value, at, sent
        for key in ("events", "data") if depth else ():
            if isinstance(value.get(key), list):
                yield from _within(value[key], child(at, key), sent, depth - 1)
