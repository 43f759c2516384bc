"""Tells whether lines are of a Kimi session."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.sessions.fields import word
from crosswire.logs.sessions.lines import sample
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty, text_or_empty


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    lines = sample(documents)
    begins = any(
        line.get("type") == "metadata" and "protocol_version" in line for line in lines
    )
    loops = any(
        text_or_empty(line.get("type")).startswith("context.append_") for line in lines
    )
    wires = any(is_wire(line) for line in lines)
    if not (loops or wires or (begins and len(lines) > 1)):
        return None
    sure = 0.97 if begins else 0.9
    return Recognition(
        "messages", sure, "Events of a loop, or messages with `type` and `payload`."
    )


def is_wire(line: JsonObject) -> bool:
    message = object_or_empty(line.get("message"))
    kinds = ("TurnBegin", "StepBegin", "ContentPart", "ToolCall", "ToolResult", "TurnEnd")
    return word(message, "type") in kinds and "payload" in message
