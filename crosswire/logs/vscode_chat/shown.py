"""Reads what the screen showed of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import child
from crosswire.logs.sessions.fields import text, word
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.logs.vscode_chat.names import BLOCKS, PATHS, RETURNED, SHOWN, SILENT
from crosswire.logs.vscode_chat.replaying import Replay
from crosswire.model import (
    JsonValue,
    Part,
    ReasoningPart,
    TextPart,
)
from crosswire.model.call_id import item_id_as_call_id
from crosswire.model.json_values import (
    text_or_none,
)


def read_shown(shown: Sequence[JsonValue], replay: Replay, thread: Thread) -> None:
    """What the screen showed of an answer, where nothing else tells of it."""
    parts: list[Part] = []
    first: Line | None = None
    for one in shown:
        line = replay.line(one) if isinstance(one, dict) else None
        part = None if line is None else _shown(line)
        if part is not None and line is not None:
            first = first or line
            parts.append(part)
        elif line is not None and word(line.raw, "kind") in SILENT:
            thread.into.set_aside.append(line.raw)
    if first is not None:
        thread.say("assistant", first, parts)


def _shown(line: Line) -> Part | None:
    kind = word(line.raw, "kind")
    if kind == "toolInvocationSerialized":
        call = BLOCKS.call(line.raw, line.at, SHOWN)
        own = line.raw.get("toolCallId")
        call.call_id = item_id_as_call_id(own, address=child(line.at, "toolCallId"))
        call.item_id, call.hybrid = text_or_none(own), True
        if isinstance(line.raw.get("resultDetails"), dict):
            call.embedded = BLOCKS.result(line.raw, line.at, RETURNED)
            call.embedded.call_id, call.embedded.extras = call.call_id, None
        return call
    if kind == "inlineReference":
        return TextPart(address=line.at, raw=line.raw, text=text(line.raw, PATHS) or "")
    said = text(line.raw, "value|content.value|content")
    if said is None or kind in SILENT:
        return None
    if kind == "thinking":
        return ReasoningPart(address=line.at, raw=line.raw, text=said)
    return TextPart(address=line.at, raw=line.raw, text=said)
