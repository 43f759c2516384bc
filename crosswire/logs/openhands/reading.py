"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.openhands.events import Reader
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty

_SOURCES = ("user", "agent", "environment")
_OF_SDK = ("MessageEvent", "ActionEvent", "ObservationEvent", "SystemPromptEvent")
_FIELDS = ("history", "trajectory", "events")
_Event = tuple[JsonObject, Address]


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for events in _histories(documents[:200], 0):
        if any(_is_sure(one) for one, _ in events[:200]):
            why = "Events with `source` and an `action` or `observation`."
            return Recognition("messages", 0.94, why)
    return None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    found = [Reader(events).read() for events in _histories(documents, first)]
    return [one for one in found if one.messages]


def _histories(documents: Sequence[JsonValue], first: int) -> Iterator[list[_Event]]:
    """The events of each run: a list, the field of one, or the lines of the file."""
    lines: list[_Event] = []
    for number, document in enumerate(documents, first):
        at = root(number)
        if isinstance(document, dict) and _is_event(document):
            lines.append((document, at))
            continue
        places = [(document, at)]
        if isinstance(document, dict):
            places = [(document.get(key), child(at, key)) for key in _FIELDS]
        for events in (list(_events(held, place)) for held, place in places):
            if events:
                yield events
                break
    if lines:
        yield lines


def _events(value: JsonValue, at: Address) -> Iterator[_Event]:
    """Events in a list; older evaluations have pairs of them."""
    for i, one in enumerate(list_or_empty(value)):
        place = Address(f"{at}/{i}")
        if isinstance(one, dict) and _is_event(one):
            yield one, place
        elif isinstance(one, list) and len(one) == 2:
            yield from _events(one, place)


def _is_event(value: JsonObject) -> bool:
    if value.get("kind") in _OF_SDK:
        return True
    is_old = isinstance(value.get("action"), str) or isinstance(value.get("observation"), str)
    return is_old and value.get("source") in _SOURCES


def _is_sure(value: JsonObject) -> bool:
    if value.get("kind") in _OF_SDK:
        return True
    return "args" in value or "extras" in value or "tool_call_metadata" in value
