"""Tells whether lines are of a Claude Code session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.claude_code.lines import Line, lines_of
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty

SAMPLE = 200
"""Lines looked at; what a program writes before the first message may be long."""


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    for line in _sample(documents):
        reason = _reason_for(line.raw)
        if reason is not None:
            return Recognition("messages", 0.97, reason)
    return None


def _sample(documents: Sequence[JsonValue]) -> Iterator[Line]:
    only = documents[0] if len(documents) == 1 else None
    yield from lines_of([only[:SAMPLE]] if isinstance(only, list) else documents[:SAMPLE])


def _reason_for(line: JsonObject) -> str | None:
    message = object_or_empty(line.get("message"))
    if line.get("type") not in ("user", "assistant") or "parent_tool_use_id" in line:
        return None
    if "content" not in message or "session_id" in message:
        return None
    keys = [key for key in ("uuid", "parentUuid", "sessionId", "isSidechain") if key in line]
    if not keys or (keys == ["uuid"] and "session_id" in line):
        return None
    named = ", ".join(f"`{key}`" for key in keys)
    return f"Lines with `message.content` beside {named}."
