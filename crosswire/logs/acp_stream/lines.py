"""What a recorded line holds: a message of JSON-RPC, perhaps with what its recorder wrote
around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import child
from crosswire.logs.sessions.lines import Line
from crosswire.model import JsonObject
from crosswire.model.json_values import object_or_empty


def message_of(line: JsonObject) -> JsonObject:
    """The message in a line."""
    inner = line.get("message")
    return inner if isinstance(inner, dict) and "method" not in line else line


def messages_in(lines: Iterable[Line]) -> Iterator[Line]:
    """The messages in lines, with their places."""
    for line in lines:
        inner = message_of(line.raw)
        yield line if inner is line.raw else Line(inner, child(line.at, "message"))


def update_of(message: JsonObject) -> JsonObject:
    """The update in a message; empty where it is none."""
    held = object_or_empty(object_or_empty(message.get("params")).get("update"))
    return held if isinstance(held.get("sessionUpdate"), str) else {}
