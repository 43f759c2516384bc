"""Inspect's messages: a call's function is its name, and a result tells its error beside what
it gave."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.inspect_ai.names import NAME
from crosswire.logs.shared.keyed_messages import read_own, role_of
from crosswire.model import JsonValue, Message, TextPart, ToolCallPart, ToolResultPart
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_none

_KNOWN = frozenset({"source", "id", "model", "error", "function", "internal", "metadata"})


def read_messages(value: JsonValue, at: Address) -> list[Message]:
    """The messages of a list."""
    found: list[Message] = []
    for i, one in enumerate(list_or_empty(value)):
        if isinstance(one, dict):
            found.append(read_message(one, Address(f"{at}/{i}")))
    return found


def read_message(value: JsonValue, at: Address) -> Message:
    """One message."""
    raw = object_or_empty(value)
    message = read_own(raw, at, NAME, role_of(raw) or "other")
    if message.extras is not None:
        kept = {key: one for key, one in message.extras.items() if key not in _KNOWN}
        message.extras = kept or None
    for part in message.parts:
        if isinstance(part, ToolCallPart) and part.extras is not None:
            part.extras = {k: v for k, v in part.extras.items() if k != "view"} or None
        if isinstance(part, ToolResultPart):
            _read_error(part, raw.get("error"), at)
    return message


def _read_error(part: ToolResultPart, error: JsonValue, at: Address) -> None:
    if part.extras is not None:
        part.extras = {k: v for k, v in part.extras.items() if k not in _KNOWN} or None
    if not isinstance(error, dict):
        return
    part.is_error = True
    words = text_or_none(error.get("message"))
    if words and not part.content:
        place = child(at, "error", "message")
        part.content = [TextPart(address=place, raw=words, text=words)]
