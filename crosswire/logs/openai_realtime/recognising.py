"""Tells events of the Realtime interface from others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from crosswire.address import child
from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.lines import Line, some_lines
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty, type_of

_OF_ITEMS = "conversation.item."
ITEM, _RESPONSE = "realtime.item", "realtime.response"


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    if not any(_is_sure(event.raw) for event in events(some_lines(documents, 200), 200)):
        return None
    return Recognition("messages", 0.96, "Events of a realtime session, with its items.")


def _is_sure(event: JsonObject) -> bool:
    kind = type_of(event) or ""
    inner = [event, *(object_or_empty(event.get(key)) for key in ("item", "response"))]
    is_item = kind.startswith(_OF_ITEMS) and ("item" in event or "item_id" in event)
    return is_item or any(
        one.get("object") in (ITEM, _RESPONSE) and ("type" in one or "output" in one)
        for one in inner
    )


def events(lines: Iterable[Line], most: int | None = None) -> Iterator[Line]:
    """The events, out of what recorders put around them: an object each, a list for all, of
    which at most so many elements are looked at."""
    for line in lines:
        found = list(_events_in(line))
        if not found:
            inner = (one for key in line.raw for one in islice(line.objects(key), most))
            found = [event for one in inner for event in _events_in(one)]
        yield from found or [line]


def _events_in(line: Line) -> Iterator[Line]:
    if _is_event(line.raw):
        yield line
        return
    for key, value in line.raw.items():
        if isinstance(value, dict) and _is_event(value):
            yield Line(value, child(line.at, key))


def _is_event(value: JsonObject) -> bool:
    return "." in (type_of(value) or "")
