"""A turn of generateContent as a stream of whole responses, each with the next parts."""

from __future__ import annotations

from typing import TypeGuard

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, text_field
from crosswire.streams.writing.events import NO_REASON, EventWriter, last_said, pieces

_PLAIN = frozenset({"text", "thought"})


def write(payload: JsonObject, out: EventWriter) -> bool:
    content = last_said(payload.get("contents"), "model")
    if content is None:
        return False
    events = _events(list_or_empty(content.get("parts")))
    for number, parts in enumerate(events):
        candidate: JsonObject = {"content": {"role": "model", "parts": parts}}
        if number == len(events) - 1:
            candidate["finishReason"] = "STOP"
            place = Address(f"{out.here}/candidates/0/finishReason")
            out.added(place, "finishReason", NO_REASON)
        candidate["index"] = 0
        out.event({"candidates": [candidate]})
    return True


def _events(parts: list[JsonValue]) -> list[list[JsonValue]]:
    """The parts of each event. Of two texts the second begins where the first ends, or they
    would be one."""
    events: list[list[JsonValue]] = []
    after_text = False
    for part in parts:
        cut = _cut(part)
        if after_text and _is_plain(part):
            events[-1].append(cut[0])
            cut = cut[1:]
        events += [[piece] for piece in cut]
        after_text = _is_plain(part)
    return events or [[]]


def _is_plain(part: JsonValue) -> TypeGuard[JsonObject]:
    """Whether it is a text and nothing else."""
    return text_field(part, "text") is not None and _PLAIN.issuperset(object_or_empty(part))


def _cut(part: JsonValue) -> list[JsonValue]:
    """A text in pieces; anything else whole."""
    if not _is_plain(part):
        return [part]
    return [{**part, "text": piece} for piece in pieces(str(part["text"])) or [""]]
