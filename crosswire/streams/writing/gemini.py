"""A turn of generateContent as a stream of whole responses, each with the next parts."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.streams.writing.events import NO_REASON, EventWriter, pieces

_PLAIN = frozenset({"text", "thought"})


def write(payload: JsonObject, out: EventWriter) -> bool:
    contents = payload.get("contents")
    spoken = [c for c in contents if isinstance(c, dict)] if isinstance(contents, list) else []
    content = next((c for c in reversed(spoken) if c.get("role") == "model"), None)
    if content is None:
        return False
    parts = content.get("parts")
    events = _events(parts if isinstance(parts, list) else [])
    for number, some in enumerate(events):
        candidate: JsonObject = {"content": {"role": "model", "parts": some}}
        if number == len(events) - 1:
            candidate["finishReason"] = "STOP"
            out.added(
                Address(f"{out.here}/candidates/0/finishReason"), "finishReason", NO_REASON
            )
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


def _is_plain(part: JsonValue) -> bool:
    return (
        isinstance(part, dict) and isinstance(part.get("text"), str) and part.keys() <= _PLAIN
    )


def _cut(part: JsonValue) -> list[JsonValue]:
    if not _is_plain(part) or not isinstance(part, dict):
        return [part]
    return [{**part, "text": piece} for piece in pieces(str(part["text"])) or [""]]
