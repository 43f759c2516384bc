"""A provider's words for a place: its text, with the id of the place where that has room."""

from __future__ import annotations

import re

from crosswire.model import ToolCallPart, ToolResultPart

_ROOM_FOR_A_TYPE = re.compile("…(?= output with)|… call(?= …)")
"""OpenAI's: `No tool call found for function call output with call_id ...`."""
_ROOM_FOR_AN_ID = re.compile(r"(?<=\bid )…|(?<=\bids: )…|(?<=\bIds: )…|(?<=\bcall_id )…")
_ROOM_AT_END = re.compile(
    r"(?:(?<=\bcall )|(?<=\bafter: )|(?<=\bmessages: )|(?<=\bid `)|(?<=\bid '))…"
)


def quoted(error_text: str, part: ToolCallPart | ToolResultPart | None) -> str:
    """The text with the id in the one place that is for it, and the type of the call; all else
    that varies stays `…`."""
    if part is None:
        return error_text
    kind = part.wire_type.removesuffix("_output").replace("_", " ")
    if kind.endswith(" call"):
        error_text = _ROOM_FOR_A_TYPE.sub(kind, error_text)
    value = part.call_id.value
    if value is None:
        return error_text
    for room in (_ROOM_FOR_AN_ID, _ROOM_AT_END):
        if len(room.findall(error_text)) == 1:
            return room.sub(lambda _: value, error_text)
    return error_text
