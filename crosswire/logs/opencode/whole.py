"""Reads a message of version 2, which a row holds with all that is in it."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.opencode import names
from crosswire.logs.opencode.results import result_of
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.model import Part, ToolResultPart
from crosswire.model.json_values import (
    object_or_empty,
    objects_in,
    text_or_empty,
    type_of,
    value_at,
)
from crosswire.model.parts import Role, TextPart

_SAID = {"user": "text", "synthetic": "text", "system": "text", "compaction": "summary"}
"""A type of message -> the field of its text."""


def read_whole(line: Line, thread: Thread) -> None:
    kind = text_or_empty(line.raw.get("type"))
    data = Line(object_or_empty(line.raw.get("data")), child(line.at, "data"))
    count = len(thread.into.messages)
    if kind == "assistant":
        thread.model(data, "model.id|modelID")
        _read_answer(data, thread)
    elif kind == "shell":
        texts = [_text(data, name) for name in ("command", "output") if data.raw.get(name)]
        thread.say("user", data, list[Part](texts))
    elif kind in _SAID and isinstance(data.raw.get(_SAID[kind]), str):
        if kind == "compaction":
            thread.compaction(data.at, data.raw.get("reason"), summary=True)
        parts: list[Part] = [_text(data, _SAID[kind])]
        parts += names.BLOCKS.parts(data.raw.get("files"), child(data.at, "files"))
        role: Role = "system" if kind == "system" else "user"
        thread.say(role, data, parts)
    else:
        thread.mode(data, "agent")
        thread.model(data, "model.id|modelID")
        thread.aside(kind, line, known="switched" in kind or "selected" in kind)
    for message in thread.into.messages[count:]:
        thread.stamp(message, line, "time_created")


def _text(line: Line, name: str) -> TextPart:
    said = text_or_empty(line.raw.get(name))
    return TextPart(address=child(line.at, name), raw=said, text=said)


def _read_answer(data: Line, thread: Thread) -> None:
    parts = names.BLOCKS.parts(data.raw.get("content"), child(data.at, "content"))
    thread.say("assistant", data, parts)
    results: list[tuple[Line, ToolResultPart]] = []
    for i, block in enumerate(objects_in(data.raw.get("content"))):
        at = Address(f"{data.at}/content/{i}")
        if type_of(block) == "tool":
            state = Line(object_or_empty(block.get("state")), child(at, "state"))
            result = result_of(Line(block, at), state)
            if result is not None:
                results.append((state, result))
    for state, result in results:
        thread.say("tool", state, [result])
    if data.raw.get("error") is not None:
        thread.end_turn(child(data.at, "error"), "cut short")
    elif value_at(data.raw, "time", "completed") is not None:
        thread.end_turn(data.at)
