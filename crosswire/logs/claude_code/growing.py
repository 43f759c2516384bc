"""Lines that hold a message as far as it had come: a later line has it in full."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.claude_code.lines import Line
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty, objects_in, text_field


def without_beginnings(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines, and apart from them those of which a later one is the same message further
    on."""
    kept: list[Line] = []
    beginnings: list[Line] = []
    later: dict[str, Line] = {}
    for line in reversed(lines):
        id = _id_of(line)
        if id is not None and id in later and _is_beginning(line, later[id]):
            beginnings.append(line)
            continue
        if id is not None:
            later[id] = line
        kept.append(line)
    return kept[::-1], beginnings[::-1]


def _id_of(line: Line) -> str | None:
    """The id of the message in a line of the assistant's that calls a tool."""
    if line.raw.get("type") != "assistant" or not any(map(_is_call, _blocks(line))):
        return None
    return text_field(line.raw.get("message"), "id")


def _blocks(line: Line) -> list[JsonObject]:
    return objects_in(object_or_empty(line.raw.get("message")).get("content"))


def _is_call(block: JsonObject) -> bool:
    return block.get("type") == "tool_use"


def _is_beginning(line: Line, later: Line) -> bool:
    """Two lines that are the same are none: a call that stands there twice is two."""
    begun, grown = _blocks(line), _blocks(later)
    return begun != grown and _has_grown(list(begun), list(grown))


def _has_grown(begun: JsonValue, grown: JsonValue) -> bool:
    """Whether a value may have become another by what came at its end."""
    if isinstance(begun, str) and isinstance(grown, str):
        return grown.startswith(begun)
    if isinstance(begun, dict) and isinstance(grown, dict):
        if begun.get("id") != grown.get("id"):
            return False
        return all(key in grown and _has_grown(begun[key], grown[key]) for key in begun)
    if isinstance(begun, list) and isinstance(grown, list):
        some = grown[: len(begun)]
        return len(some) == len(begun) and all(map(_has_grown, begun, some))
    return begun == grown
